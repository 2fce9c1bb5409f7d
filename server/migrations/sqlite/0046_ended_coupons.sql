-- A coupon that was applied to an invoice and can be used no longer, so that the customer can be told what counts in its place; and
-- whether the customer has removed a coupon there: the default does not come back by itself then.
ALTER TABLE invoices ADD COLUMN ended_coupon TEXT;
ALTER TABLE invoices ADD COLUMN coupon_removed INTEGER NOT NULL DEFAULT 0 CHECK (coupon_removed IN (0, 1));
