-- The payment method that the gateway's own fields made of the card: its token may be named otherwise. A card that was typed has
-- none.
ALTER TABLE cards ADD COLUMN payment_method TEXT;
-- What a customer gave with a card for a first order that could not be made yet. Day and theme are answers of the questionnaire,
-- which may be changed there.
CREATE TABLE first_order_wishes (
    customer_id TEXT PRIMARY KEY REFERENCES customers (id) ON DELETE CASCADE,
    -- Empty if the customer removed the coupon; null if nothing was said about one.
    coupon TEXT,
    blog_interest TEXT,
    -- The theme that the description is about.
    themebox TEXT,
    themebox_description TEXT
) STRICT;
