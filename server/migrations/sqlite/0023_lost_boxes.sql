-- Why an item that was to come back never will, once staff have written it off: lost_on_way_back or not_returned.
ALTER TABLE line_items ADD COLUMN written_off TEXT;

-- A paid checkout whose box was lost on its way to the customer: since when it is void, what goes back to the card and to the gift
-- card, the part of the styling fee's credit, and when that was booked.
ALTER TABLE invoices ADD COLUMN void_at INTEGER;
ALTER TABLE invoices ADD COLUMN card_back INTEGER NOT NULL DEFAULT 0;
ALTER TABLE invoices ADD COLUMN gift_card_back INTEGER NOT NULL DEFAULT 0;
ALTER TABLE invoices ADD COLUMN credit_back INTEGER NOT NULL DEFAULT 0;
ALTER TABLE invoices ADD COLUMN refunded_at INTEGER;

-- With the refunds of such checkouts.
DROP INDEX payment_attempts_refused;
CREATE INDEX payment_attempts_refused ON payment_attempts (created_at)
    WHERE status = 'declined' AND purpose IN ('styling_fee_refund', 'exchange_refund', 'checkout_refund');
