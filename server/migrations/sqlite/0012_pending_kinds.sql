-- What kind of change waits for a code stands beside it; the kind wrapped the change before: {"Card": {…}}.
ALTER TABLE pending_changes ADD COLUMN kind TEXT NOT NULL DEFAULT 'account';
UPDATE pending_changes SET kind = 'card', change = json_extract(change, '$.Card') WHERE change LIKE '{"Card":%';
UPDATE pending_changes SET change = json_extract(change, '$.Account') WHERE change LIKE '{"Account":%';
