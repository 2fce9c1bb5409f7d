-- An e-mail that does not arrive: the e-mail server refused it for good, or it came back later. Staff see why until they have
-- dismissed it, or the customer has another address.
ALTER TABLE outbox ADD COLUMN failed_at INTEGER;
ALTER TABLE outbox ADD COLUMN dismissed_at INTEGER;
CREATE INDEX outbox_undelivered ON outbox (failed_at, id) WHERE failed_at IS NOT NULL AND dismissed_at IS NULL;
-- What failed for good does not wait.
DROP INDEX outbox_waiting;
CREATE INDEX outbox_waiting ON outbox (channel, created_at) WHERE sent_at IS NULL AND failed_at IS NULL;
DROP INDEX outbox_failed;
CREATE INDEX outbox_failed ON outbox (attempts) WHERE sent_at IS NULL AND failed_at IS NULL AND last_error IS NOT NULL;

-- Since when e-mails to the customer's present address do not arrive.
ALTER TABLE customers ADD COLUMN email_bounced_at INTEGER;
