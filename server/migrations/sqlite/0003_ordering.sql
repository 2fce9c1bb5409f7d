-- Ordering: how a store reaches the customer, what was told of a next box, and which suggestions were followed.

-- The cell phone given with a pick-up; never the account's own, which changes by a code.
ALTER TABLE orders ADD COLUMN phone TEXT;
CREATE INDEX orders_by_delivery ON orders (customer_id, delivery_date);

-- The customer was told of the subscription box of that day. Another day, another notice: a skip moves the day.
CREATE TABLE next_box_notices (
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    box_date TEXT NOT NULL,
    told_at INTEGER NOT NULL,
    PRIMARY KEY (customer_id, box_date)
) STRICT;

-- Only ever added to: what customers looked at in the shop.
CREATE TABLE suggested_item_clicks (
    id TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    product_id TEXT NOT NULL,
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX suggested_item_clicks_by_customer ON suggested_item_clicks (customer_id, at);

-- A customer's friends.
CREATE INDEX referral_rewards_by_other ON referral_rewards (other_customer_id, earned_as, earned_at);
