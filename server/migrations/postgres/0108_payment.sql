-- Money that moves: attempts, the ledger, the gateway's own list, fraud holds, and the sandbox.

-- One attempt to charge a card or to give money back. It is stored before the gateway is asked.
CREATE TABLE payment_attempts (
    id TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL REFERENCES customers (id),
    order_id TEXT NOT NULL REFERENCES orders (id),
    invoice_id TEXT REFERENCES invoices (id),
    card_id TEXT NOT NULL REFERENCES cards (id),
    -- styling_fee, checkout, or a refund
    purpose TEXT NOT NULL,
    -- Who asked for it: its event says so, whenever it is settled.
    actor TEXT NOT NULL DEFAULT 'ops',
    -- The key that the gateway knows the attempt by: asked twice, it charges once.
    gateway_key TEXT NOT NULL UNIQUE,
    amount BIGINT NOT NULL CHECK (amount > 0),
    currency TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending', 'unknown', 'succeeded', 'declined')),
    -- What the gateway is asked, so that it is asked the same each time: the words on the statement, the page after the bank's, and
    -- whether the customer is there.
    description TEXT NOT NULL DEFAULT '',
    return_to TEXT NOT NULL DEFAULT '',
    customer_present BOOLEAN NOT NULL DEFAULT FALSE,
    -- A gateway may prepare a charge before any money moves: its id of the prepared charge.
    opened_as TEXT,
    gateway_charge_id TEXT,
    -- Why it was declined, and what the card's network advised.
    decline_reason TEXT,
    decline_advice TEXT,
    -- A charge that the cardholder has to confirm at the bank: the bank's page while it waits, until when it may be confirmed, and whether
    -- it is confirmed in our page and not on a page of the bank.
    bank_url TEXT,
    confirm_by BIGINT,
    confirm_in_page BOOLEAN NOT NULL DEFAULT FALSE,
    -- A charge whose money is reserved first, and taken once the gateway has judged its risk: whether it is one, and until when the bank
    -- keeps the money of a held one reserved.
    capture_after_risk BOOLEAN NOT NULL DEFAULT FALSE,
    reserved_until BIGINT,
    created_at BIGINT NOT NULL,
    asked_at BIGINT,
    settled_at BIGINT,
    -- When a charge was called off that the cardholder would have had to confirm: if it is found declined later, that is why.
    called_off_at BIGINT,
    -- The key to give back money other than what was asked for, once the first key was refused.
    give_back_key TEXT,
    -- A refund that staff made in another way: the gateway's list need not have it.
    settled_by_hand BOOLEAN NOT NULL DEFAULT FALSE
);
-- A repeat resumes the open attempt; there is never a second one beside it.
CREATE UNIQUE INDEX one_open_attempt ON payment_attempts (order_id, purpose) WHERE status IN ('pending', 'unknown');
-- An order's attempts: checkout, fees, refunds, the system's checkout, and the audit's pages.
CREATE INDEX payment_attempts_by_order ON payment_attempts (order_id, purpose, created_at);
-- Whether a card was declined last: the customer's card and the dashboard.
CREATE INDEX payment_attempts_by_card ON payment_attempts (card_id, created_at);
CREATE INDEX payment_attempts_by_charge ON payment_attempts (gateway_charge_id);
CREATE INDEX payment_attempts_by_opened ON payment_attempts (opened_as);
-- The fraud check: how many cards of a customer were declined within a day.
CREATE INDEX payment_attempts_declined ON payment_attempts (customer_id, created_at) WHERE status = 'declined';
-- The job "payments" and "ops attention": what the gateway has not answered.
CREATE INDEX payment_attempts_open ON payment_attempts (created_at) WHERE status IN ('pending', 'unknown');
-- "ops attention": what the gateway refuses to give back.
CREATE INDEX payment_attempts_refused ON payment_attempts (created_at)
    WHERE status = 'declined' AND purpose IN ('styling_fee_refund', 'exchange_refund', 'checkout_refund');
-- Times that lie too far ahead, because a clock was ahead when they were written, are found by these.
CREATE INDEX payment_attempts_by_creation ON payment_attempts (created_at);
CREATE INDEX payment_attempts_asked ON payment_attempts (asked_at) WHERE status IN ('pending', 'unknown') AND asked_at IS NOT NULL;
CREATE INDEX payment_attempts_settled ON payment_attempts (settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX payment_attempts_confirm ON payment_attempts (confirm_by) WHERE status IN ('pending', 'unknown') AND confirm_by IS NOT NULL;

-- Charges of orders that are not tried again with the card on file.
CREATE TABLE ended_charges (
    order_id TEXT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    -- styling_fee or checkout
    purpose TEXT NOT NULL,
    card TEXT NOT NULL,
    ended_at BIGINT NOT NULL,
    PRIMARY KEY (order_id, purpose)
);
CREATE INDEX ended_charges_by_time ON ended_charges (ended_at);

-- An order that the fraud check does not trust: nothing is charged before the shop has cleared it.
CREATE TABLE fraud_holds (
    order_id TEXT PRIMARY KEY REFERENCES orders (id),
    -- For staff; customers never read it.
    why TEXT NOT NULL,
    -- The fingerprint of what was looked at: if that changes, the order is looked at anew.
    looked_at TEXT NOT NULL,
    held_at BIGINT NOT NULL,
    cleared_at BIGINT
);

-- What the gateway says of money that was taken or given back long before: a dispute, or a refund that did not reach the card. Staff see
-- it until it is closed.
CREATE TABLE gateway_notices (
    id TEXT PRIMARY KEY,
    -- dispute or failed_refund
    kind TEXT NOT NULL,
    -- The gateway's own id of it.
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
    -- When the bank has decided: until then a dispute keeps its customer's account, also when staff have answered it.
    over_at BIGINT,
    UNIQUE (kind, reference)
);
CREATE INDEX gateway_notices_open ON gateway_notices (created_at, id) WHERE closed_at IS NULL;
CREATE INDEX gateway_notices_by_attempt ON gateway_notices (attempt_id);

-- What the gateway's own list has of customers' money: one row for each movement, by the gateway's id. The service compares them one by
-- one with its books. What is not its own becomes entries of the ledger.
CREATE TABLE gateway_movements (
    id TEXT PRIMARY KEY,
    -- charge, refund, refund_failure, dispute, dispute_reversal or correction
    kind TEXT NOT NULL,
    -- Cents; negative if the money leaves.
    amount BIGINT NOT NULL,
    -- Cents that the gateway keeps of it.
    fee BIGINT NOT NULL,
    currency TEXT NOT NULL,
    -- The gateway's id of the charge, and the key of ours that it has with the movement.
    charge_id TEXT,
    gateway_key TEXT,
    moved_at BIGINT NOT NULL,
    read_at BIGINT NOT NULL,
    -- waiting, ours or foreign
    outcome TEXT NOT NULL,
    attempt_id TEXT REFERENCES payment_attempts (id),
    decided_at BIGINT,
    -- When staff have noted one that is foreign.
    noted_at BIGINT
);
CREATE INDEX gateway_movements_waiting ON gateway_movements (moved_at, id) WHERE outcome = 'waiting';
CREATE INDEX gateway_movements_foreign ON gateway_movements (moved_at, id) WHERE outcome = 'foreign' AND noted_at IS NULL;
CREATE INDEX gateway_movements_by_attempt ON gateway_movements (attempt_id, kind);
-- The newest movement says how far the gateway's list is read, by the gateway's own clock.
CREATE INDEX gateway_movements_by_time ON gateway_movements (moved_at);
-- Times that lie too far ahead, because a clock was ahead when they were written, are found by this.
CREATE INDEX gateway_movements_read ON gateway_movements (read_at) WHERE outcome = 'waiting';

-- Charges, refunds, fees, credits and gift-card draws. Rows are only added.
CREATE TABLE ledger (
    id TEXT PRIMARY KEY,
    -- NULL if the money moved at the gateway and nobody knows whose it is.
    customer_id TEXT REFERENCES customers (id),
    order_id TEXT REFERENCES orders (id),
    invoice_id TEXT REFERENCES invoices (id),
    payment_attempt_id TEXT REFERENCES payment_attempts (id),
    -- The gateway's own movement, if the service did not move the money.
    movement_id TEXT REFERENCES gateway_movements (id),
    kind TEXT NOT NULL,
    amount BIGINT NOT NULL,
    currency TEXT NOT NULL,
    memo TEXT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX ledger_by_order ON ledger (order_id);
-- A movement is booked once.
CREATE UNIQUE INDEX ledger_by_movement ON ledger (movement_id, kind);
CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE ON ledger FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The sandbox gateway's own books (demo mode): what a real gateway keeps on its side ---------------------------------------------

CREATE TABLE sandbox_tokens (
    token TEXT PRIMARY KEY,
    brand TEXT NOT NULL,
    last_four TEXT NOT NULL,
    -- When the card ends: the sandbox's bank declines a charge after that. NULL once the token is forgotten.
    expiration TEXT,
    -- What charging it does: accept, decline, lose_answer.
    behaviour TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE TABLE sandbox_charges (
    id TEXT PRIMARY KEY,
    gateway_key TEXT NOT NULL UNIQUE,
    token TEXT NOT NULL REFERENCES sandbox_tokens (token),
    amount BIGINT NOT NULL,
    currency TEXT NOT NULL,
    -- succeeded or declined
    outcome TEXT NOT NULL,
    refunded_amount BIGINT NOT NULL DEFAULT 0,
    -- The page that the sandbox's bank page leads the cardholder back to.
    return_to TEXT NOT NULL DEFAULT '',
    created_at BIGINT NOT NULL
);

-- A charge can go back in parts, each once for its key.
CREATE TABLE sandbox_refunds (
    gateway_key TEXT PRIMARY KEY,
    charge_id TEXT NOT NULL REFERENCES sandbox_charges (id),
    amount BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
