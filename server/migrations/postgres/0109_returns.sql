-- Pieces that leave in another size.

-- If the other size was sold out, the four amounts say what went back for it.
CREATE TABLE exchanges (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    invoice_id TEXT NOT NULL REFERENCES invoices (id),
    line_item_id TEXT NOT NULL UNIQUE REFERENCES line_items (id),
    product_id TEXT NOT NULL,
    size TEXT NOT NULL,
    -- held, shipped, sold_out or cancelled
    status TEXT NOT NULL,
    tracking_code TEXT,
    price_back BIGINT NOT NULL DEFAULT 0,
    card_back BIGINT NOT NULL DEFAULT 0,
    gift_card_back BIGINT NOT NULL DEFAULT 0,
    credit_back BIGINT NOT NULL DEFAULT 0,
    -- The attempt to give the card's part back.
    refund_attempt_id TEXT REFERENCES payment_attempts (id),
    created_at BIGINT NOT NULL,
    -- When it was shipped, or was found to be sold out.
    closed_at BIGINT,
    -- When what went back was booked.
    booked_at BIGINT
);
CREATE INDEX exchanges_by_order ON exchanges (order_id);
-- The exchange whose money an attempt gives back.
CREATE INDEX exchanges_by_refund ON exchanges (refund_attempt_id) WHERE refund_attempt_id IS NOT NULL;
