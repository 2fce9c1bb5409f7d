-- What kind of change waits for a code stands beside it; the kind wrapped the change before: {"Card": {…}}.
ALTER TABLE pending_changes ADD COLUMN kind TEXT NOT NULL DEFAULT 'account';
UPDATE pending_changes SET kind = 'card', change = (change::json -> 'Card')::text WHERE change LIKE '{"Card":%';
UPDATE pending_changes SET change = (change::json -> 'Account')::text WHERE change LIKE '{"Account":%';
