-- Reviews wait in the outbox too, for a third party's service: such a message has the id of its review, and no text of its own.
-- SQLite cannot change a check, so the column is made anew.
DROP INDEX outbox_waiting;
ALTER TABLE outbox RENAME COLUMN channel TO channel_before;
ALTER TABLE outbox ADD COLUMN channel TEXT NOT NULL DEFAULT 'email'
    CHECK (channel IN ('email', 'sms', 'analytics', 'review'));
UPDATE outbox SET channel = channel_before WHERE channel_before <> 'email';
ALTER TABLE outbox DROP COLUMN channel_before;
CREATE INDEX outbox_waiting ON outbox (channel, created_at) WHERE sent_at IS NULL AND failed_at IS NULL;
