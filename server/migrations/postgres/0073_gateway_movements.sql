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
    -- By what the gateway knows the charge, and the key of ours that it has with the movement.
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

-- An entry of the ledger can be about money that nobody knows the customer of.
ALTER TABLE ledger ALTER COLUMN customer_id DROP NOT NULL;
-- The gateway's own movement, if the service did not move the money. A movement is booked once.
ALTER TABLE ledger ADD COLUMN movement_id TEXT REFERENCES gateway_movements (id);
CREATE UNIQUE INDEX ledger_by_movement ON ledger (movement_id, kind);

-- A refund that staff made in another way: the gateway's list need not have it.
ALTER TABLE payment_attempts ADD COLUMN settled_by_hand BOOLEAN NOT NULL DEFAULT FALSE;
