-- Since when an account is being closed, and when it ended: then nothing of the person is left in it.
ALTER TABLE customers ADD COLUMN closing_since BIGINT;
ALTER TABLE customers ADD COLUMN erased_at BIGINT;
-- The job "closings".
CREATE INDEX customers_closing ON customers (closing_since) WHERE closing_since IS NOT NULL;
-- All cards of a customer: the export, and the end of an account.
CREATE INDEX cards_by_customer ON cards (customer_id, created_at);

-- Whose a message is, once it is sent too: what a customer was sent is in their export, and goes with the account.
UPDATE outbox SET customer_id = (SELECT id FROM customers WHERE email_key = LOWER(outbox.recipient))
    WHERE customer_id IS NULL AND channel = 'email';
UPDATE outbox SET customer_id = (SELECT MIN(id) FROM customers WHERE phone = outbox.recipient)
    WHERE customer_id IS NULL AND channel = 'sms';
DROP INDEX outbox_of_customer;
CREATE INDEX outbox_of_customer ON outbox (customer_id, created_at) WHERE customer_id IS NOT NULL;
