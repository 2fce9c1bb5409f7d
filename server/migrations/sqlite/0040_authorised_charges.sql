-- A charge whose money is reserved first, and taken once the gateway has judged its risk: whether it is one, and until when the bank keeps
-- the money of a held one reserved.
ALTER TABLE payment_attempts ADD COLUMN capture_after_risk INTEGER NOT NULL DEFAULT 0;
ALTER TABLE payment_attempts ADD COLUMN reserved_until INTEGER;
