-- The payment method that the gateway's own fields made of the card: its token may be named otherwise. A card that was typed has
-- none.
ALTER TABLE cards ADD COLUMN payment_method TEXT;
