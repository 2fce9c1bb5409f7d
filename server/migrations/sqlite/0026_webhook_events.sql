-- What outside parties have told us of, once for each event: a row is worked by a job, and stays for a while to know the event again.
CREATE TABLE webhook_events (
    id TEXT PRIMARY KEY,
    -- As in the address that it calls: stripe, …
    party TEXT NOT NULL,
    -- By what the party knows the event.
    event_id TEXT NOT NULL,
    -- What it says, as JSON: nothing personal, and no secret.
    hint TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    last_error TEXT,
    worked_at INTEGER,
    UNIQUE (party, event_id)
) STRICT;
CREATE INDEX webhook_events_due ON webhook_events (due_at, id) WHERE worked_at IS NULL;
CREATE INDEX webhook_events_worked ON webhook_events (worked_at);
