-- A gateway may prepare a charge before any money moves: by what it knows the charge. And what it is asked, so that it is asked the same
-- each time: the words on the statement, the page after the bank's, and whether the customer is there.
ALTER TABLE payment_attempts ADD COLUMN opened_as TEXT;
ALTER TABLE payment_attempts ADD COLUMN description TEXT NOT NULL DEFAULT '';
ALTER TABLE payment_attempts ADD COLUMN return_to TEXT NOT NULL DEFAULT '';
ALTER TABLE payment_attempts ADD COLUMN customer_present BOOLEAN NOT NULL DEFAULT FALSE;
-- Whether the charge waits for the cardholder to confirm it in our page, and not on a page of the bank.
ALTER TABLE payment_attempts ADD COLUMN confirm_in_page BOOLEAN NOT NULL DEFAULT FALSE;

-- By what the gateway knows a customer.
CREATE TABLE gateway_customers (
    customer_id TEXT PRIMARY KEY REFERENCES customers (id),
    reference TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

-- What the gateway says of money that was taken or given back long before: a dispute, or a refund that did not reach the card. Staff see
-- it until it is closed.
CREATE TABLE gateway_notices (
    id TEXT PRIMARY KEY,
    -- dispute or failed_refund
    kind TEXT NOT NULL,
    -- By what the gateway knows it.
    reference TEXT NOT NULL,
    attempt_id TEXT NOT NULL REFERENCES payment_attempts (id),
    -- Cents.
    amount BIGINT NOT NULL,
    currency TEXT NOT NULL,
    -- The gateway's words.
    status TEXT NOT NULL,
    reason TEXT NOT NULL,
    -- Until when staff can answer it; NULL if there is nothing to answer.
    answer_by BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    closed_at BIGINT,
    UNIQUE (kind, reference)
);
CREATE INDEX gateway_notices_open ON gateway_notices (created_at, id) WHERE closed_at IS NULL;
CREATE INDEX gateway_notices_by_attempt ON gateway_notices (attempt_id);
CREATE INDEX payment_attempts_by_charge ON payment_attempts (gateway_charge_id);
CREATE INDEX payment_attempts_by_opened ON payment_attempts (opened_as);
