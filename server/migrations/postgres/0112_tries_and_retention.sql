-- Limits that slide, and what is removed when its time has passed. Only adds: servers of 0.2.0 work on these tables too.

-- When one subject (an address, an account) last made one limited call. Servers of 0.2.0 count in rate_limits, in windows that stand still;
-- that table goes in a later release.
CREATE TABLE tries (
    bucket TEXT PRIMARY KEY,
    -- The times of the latest tries, the newest first: whole microseconds since 1970, 16 digits each, one after the other.
    made_at TEXT NOT NULL,
    -- How many tries the newest time stands for. In a limit of many tries, each time stands for several.
    at_newest BIGINT NOT NULL,
    -- When none of them counts any more.
    expires_at BIGINT NOT NULL
);
CREATE INDEX tries_by_expiry ON tries (expires_at);
