-- The code that came with the card at sign-up, if it had ended before the first order was made: the order has the default, and its invoice says
-- so. Of earlier orders it is not known.
ALTER TABLE orders ADD COLUMN ended_coupon TEXT;
