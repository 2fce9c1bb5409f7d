-- The latest time at which a server has written: a clock that shows an earlier one has run back.
ALTER TABLE readiness ADD COLUMN latest_at INTEGER NOT NULL DEFAULT 0;
-- Times that lie too far ahead, because a clock was ahead when they were written, are found by these.
CREATE INDEX outbox_next_try ON outbox (next_try_at) WHERE sent_at IS NULL AND failed_at IS NULL AND next_try_at IS NOT NULL;
CREATE INDEX outbox_claimed ON outbox (claimed_until) WHERE sent_at IS NULL AND failed_at IS NULL AND claimed_until IS NOT NULL;
CREATE INDEX shipments_claimed ON shipments (claimed_until) WHERE claimed_until IS NOT NULL;
CREATE INDEX payment_attempts_asked ON payment_attempts (asked_at) WHERE status IN ('pending', 'unknown') AND asked_at IS NOT NULL;
