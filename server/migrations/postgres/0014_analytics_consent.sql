-- Whether a customer agreed to analytics, when, and to which version of the question: whoever agreed has a client id.
ALTER TABLE customers ADD COLUMN analytics_consent_version TEXT;
ALTER TABLE customers ADD COLUMN analytics_decided_at BIGINT;
-- Nobody had been asked.
UPDATE customers SET google_analytics_client_id = NULL WHERE google_analytics_client_id IS NOT NULL;
-- A change that waits for a code says nothing of analytics any more.
UPDATE pending_changes SET change = (change::jsonb - 'google_analytics_client_id')::text WHERE kind = 'account';
-- Events wait in the outbox too.
ALTER TABLE outbox DROP CONSTRAINT outbox_channel_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_channel_check CHECK (channel IN ('email', 'sms', 'analytics'));
-- Whose a message is, while it waits: a customer who takes back the consent, or mends the address, takes back what is not sent.
ALTER TABLE outbox ADD COLUMN customer_id TEXT;
CREATE INDEX outbox_of_customer ON outbox (customer_id) WHERE sent_at IS NULL AND customer_id IS NOT NULL;
-- A message that is taken back is looked for among what told of it.
CREATE INDEX reminders_of_message ON reminders (message_id);
CREATE INDEX next_box_notices_of_message ON next_box_notices (message_id);
