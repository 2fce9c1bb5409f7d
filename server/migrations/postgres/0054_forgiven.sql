-- What of an invoice is too little to be charged, and is forgiven.
ALTER TABLE invoices ADD COLUMN forgiven BIGINT NOT NULL DEFAULT 0 CHECK (forgiven >= 0);
