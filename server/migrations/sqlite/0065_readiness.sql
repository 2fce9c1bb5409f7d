-- One row, which is written to see whether the database takes writes.
CREATE TABLE readiness (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    written_at INTEGER NOT NULL
) STRICT;
INSERT INTO readiness (id, written_at) VALUES (1, 0);
