-- Whether a customer agreed to analytics, when, and to which version of the question: whoever agreed has a client id.
ALTER TABLE customers ADD COLUMN analytics_consent_version TEXT;
ALTER TABLE customers ADD COLUMN analytics_decided_at INTEGER;
-- Nobody had been asked.
UPDATE customers SET google_analytics_client_id = NULL WHERE google_analytics_client_id IS NOT NULL;
-- A change that waits for a code says nothing of analytics any more.
UPDATE pending_changes SET change = json_remove(change, '$.google_analytics_client_id') WHERE kind = 'account';
-- Events wait in the outbox too. SQLite cannot change a check, so the column is made anew.
DROP INDEX outbox_waiting;
ALTER TABLE outbox RENAME COLUMN channel TO channel_before;
ALTER TABLE outbox ADD COLUMN channel TEXT NOT NULL DEFAULT 'email' CHECK (channel IN ('email', 'sms', 'analytics'));
UPDATE outbox SET channel = channel_before WHERE channel_before <> 'email';
ALTER TABLE outbox DROP COLUMN channel_before;
CREATE INDEX outbox_waiting ON outbox (channel, created_at) WHERE sent_at IS NULL;
-- Whose a message is, while it waits: a customer who takes back the consent, or mends the address, takes back what is not sent.
ALTER TABLE outbox ADD COLUMN customer_id TEXT;
CREATE INDEX outbox_of_customer ON outbox (customer_id) WHERE sent_at IS NULL AND customer_id IS NOT NULL;
-- A message that is taken back is looked for among what told of it.
CREATE INDEX reminders_of_message ON reminders (message_id);
CREATE INDEX next_box_notices_of_message ON next_box_notices (message_id);
