-- Reviews wait in the outbox too, for a third party's service: such a message has the id of its review, and no text of its own.
ALTER TABLE outbox DROP CONSTRAINT outbox_channel_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_channel_check CHECK (channel IN ('email', 'sms', 'analytics', 'review'));
