-- A charge that the cardholder has to confirm at the bank: the bank's page while it waits, and until when it may be confirmed.
ALTER TABLE payment_attempts ADD COLUMN bank_url TEXT;
ALTER TABLE payment_attempts ADD COLUMN confirm_by INTEGER;

-- Where the sandbox's bank page leads the cardholder back to.
ALTER TABLE sandbox_charges ADD COLUMN return_to TEXT NOT NULL DEFAULT '';
