-- What the service needs to run. It belongs to no area, and refers to no other table.

-- What the service does by itself, one row for each job: whoever takes the lease runs it, the other servers do not.
CREATE TABLE jobs (
    name TEXT PRIMARY KEY,
    due_at INTEGER NOT NULL,
    -- The server that runs it, and until when it has it for itself.
    holder TEXT,
    leased_until INTEGER,
    started_at INTEGER,
    finished_at INTEGER,
    -- In words: what was done, or what went wrong.
    outcome TEXT,
    failed INTEGER NOT NULL CHECK (failed IN (0, 1))
) STRICT;

-- What outside parties have told the service, once for each event: a job works on a row, which stays for a while to know the event again.
CREATE TABLE webhook_events (
    id TEXT PRIMARY KEY,
    -- As in the address that it calls: stripe, …
    party TEXT NOT NULL,
    -- The party's own id of the event.
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

-- Values that the servers make for themselves once and share.
CREATE TABLE server_keys (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

-- What every program on this database has to know of the shop, such as the address that customers reach it by.
CREATE TABLE shop_facts (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

-- One row, which is written to see whether the database takes writes.
CREATE TABLE readiness (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    written_at INTEGER NOT NULL,
    -- The latest time at which a server has written: a clock that shows an earlier one has run back.
    latest_at INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO readiness (id, written_at) VALUES (1, 0);
