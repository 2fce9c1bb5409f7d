-- What the gateway's own list has of customers' money: one row for each movement, by the gateway's id. The service compares them one by
-- one with its books. What is not its own becomes entries of the ledger.
CREATE TABLE gateway_movements (
    id TEXT PRIMARY KEY,
    -- charge, refund, refund_failure, dispute, dispute_reversal or correction
    kind TEXT NOT NULL,
    -- Cents; negative if the money leaves.
    amount INTEGER NOT NULL,
    -- Cents that the gateway keeps of it.
    fee INTEGER NOT NULL,
    currency TEXT NOT NULL,
    -- By what the gateway knows the charge, and the key of ours that it has with the movement.
    charge_id TEXT,
    gateway_key TEXT,
    moved_at INTEGER NOT NULL,
    read_at INTEGER NOT NULL,
    -- waiting, ours or foreign
    outcome TEXT NOT NULL,
    attempt_id TEXT REFERENCES payment_attempts (id),
    decided_at INTEGER,
    -- When staff have noted one that is foreign.
    noted_at INTEGER
) STRICT;
CREATE INDEX gateway_movements_waiting ON gateway_movements (moved_at, id) WHERE outcome = 'waiting';
CREATE INDEX gateway_movements_foreign ON gateway_movements (moved_at, id) WHERE outcome = 'foreign' AND noted_at IS NULL;
CREATE INDEX gateway_movements_by_attempt ON gateway_movements (attempt_id, kind);

-- An entry of the ledger can be about money that nobody knows the customer of. SQLite cannot take a NOT NULL away: the table is made anew.
CREATE TABLE new_ledger (
    id TEXT PRIMARY KEY,
    customer_id TEXT REFERENCES customers (id),
    order_id TEXT REFERENCES orders (id),
    invoice_id TEXT REFERENCES invoices (id),
    payment_attempt_id TEXT REFERENCES payment_attempts (id),
    kind TEXT NOT NULL,
    amount INTEGER NOT NULL,
    currency TEXT NOT NULL,
    memo TEXT NOT NULL,
    at INTEGER NOT NULL,
    -- The gateway's own movement, if the service did not move the money.
    movement_id TEXT REFERENCES gateway_movements (id)
) STRICT;
INSERT INTO new_ledger (id, customer_id, order_id, invoice_id, payment_attempt_id, kind, amount, currency, memo, at)
    SELECT id, customer_id, order_id, invoice_id, payment_attempt_id, kind, amount, currency, memo, at FROM ledger;
DROP TABLE ledger;
ALTER TABLE new_ledger RENAME TO ledger;
CREATE INDEX ledger_by_order ON ledger (order_id);
-- A movement is booked once.
CREATE UNIQUE INDEX ledger_by_movement ON ledger (movement_id, kind);
CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger
BEGIN
    SELECT RAISE (ABORT, 'ledger is only ever added to');
END;
CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger
BEGIN
    SELECT RAISE (ABORT, 'ledger is only ever added to');
END;

-- A refund that staff made in another way: the gateway's list need not have it.
ALTER TABLE payment_attempts ADD COLUMN settled_by_hand INTEGER NOT NULL DEFAULT 0;
