-- Whether a customer agreed to analytics, when, and to which version of the question: whoever agreed has a client id.
ALTER TABLE customers ADD COLUMN analytics_consent_version TEXT;
ALTER TABLE customers ADD COLUMN analytics_decided_at BIGINT;
-- Nobody had been asked.
UPDATE customers SET google_analytics_client_id = NULL;
-- A change that waits for a code says nothing of analytics any more.
UPDATE pending_changes SET change = (change::jsonb - 'google_analytics_client_id')::text WHERE kind = 'account';
-- Events wait in the outbox too.
ALTER TABLE outbox DROP CONSTRAINT outbox_channel_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_channel_check CHECK (channel IN ('email', 'sms', 'analytics'));
