-- Orders and the boxes that are made of them, the stock, and what customers wish for another box.

CREATE TABLE orders (
    id TEXT PRIMARY KEY,
    -- The number that people use for it, on paper and to support.
    code TEXT NOT NULL UNIQUE,
    customer_id TEXT NOT NULL REFERENCES customers (id),
    status TEXT NOT NULL,
    -- The status that a declined payment brings the order back to; only while payment_processing.
    status_before_payment TEXT,
    -- Whether the status is one that ends an order: what works on the orders under way reads an index of them alone, however many orders
    -- are finished.
    finished BOOLEAN NOT NULL DEFAULT FALSE,
    subscription_type TEXT NOT NULL,
    customer_pick_up BOOLEAN NOT NULL,
    ship_by_date TEXT NOT NULL,
    expected_delivery_date TEXT,
    delivery_date TEXT,
    checkout_by_date TEXT,
    extended BOOLEAN NOT NULL,
    -- An order that can no longer come on its day moves to a later one: how often it has, which day it moved from last, and since when its
    -- customer is asked whether to keep it.
    day_moves BIGINT NOT NULL DEFAULT 0,
    moved_from TEXT,
    asked_on TEXT,
    assigned_location_id TEXT,
    shipping_address_id TEXT REFERENCES shipping_addresses (id),
    -- The cell phone given with a pick-up; never the account's own, which changes by a code.
    phone TEXT,
    tracking_code TEXT,
    stylist_note TEXT,
    -- The member of staff who released the box, if a person did: the letter is signed by that name.
    released_by TEXT,
    coupon TEXT,
    -- The code that came with the card at sign-up, if it had ended before the first order was made: the order has the default, and its
    -- invoice says so.
    ended_coupon TEXT,
    themebox_sign_up BOOLEAN NOT NULL,
    themebox TEXT,
    themebox_description TEXT,
    on_demand_customer_msg TEXT,
    blog_interest TEXT,
    order_review TEXT,
    review_rating BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
-- A customer has at most one unfinished order.
CREATE UNIQUE INDEX one_unfinished_order ON orders (customer_id) WHERE finished = FALSE;
CREATE INDEX orders_by_customer ON orders (customer_id, created_at, id);
-- A customer's orders come in pages, the unfinished one first.
CREATE INDEX orders_by_page ON orders (customer_id, finished, created_at DESC, id DESC);
CREATE INDEX orders_by_delivery ON orders (customer_id, delivery_date);
-- All that are not finished, and those of them in one status.
CREATE INDEX orders_by_finished ON orders (finished, created_at, id);
CREATE INDEX unfinished_orders_by_status ON orders (status, created_at, id) WHERE finished = FALSE;
CREATE INDEX unfinished_orders_by_day ON orders (status, ship_by_date) WHERE finished = FALSE;
-- "ops audit --since": the orders of a period.
CREATE INDEX orders_by_creation ON orders (created_at, id);
-- The orders to an address: whether one was stopped, how many customers order to a place, and whether an address that changes has
-- past orders.
CREATE INDEX orders_by_address ON orders (shipping_address_id, created_at);
CREATE INDEX asked_orders ON orders (asked_on) WHERE asked_on IS NOT NULL;
CREATE INDEX moved_orders ON orders (created_at, id) WHERE finished = FALSE AND day_moves > 0;

-- Every change of an order's status. Rows are only added.
CREATE TABLE order_events (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    at BIGINT NOT NULL,
    -- customer, ops or system
    actor TEXT NOT NULL,
    from_status TEXT,
    to_status TEXT NOT NULL,
    reason TEXT NOT NULL
);
CREATE INDEX order_events_by_order ON order_events (order_id, at);
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME;
END
$$;
CREATE TRIGGER order_events_append_only BEFORE UPDATE OR DELETE ON order_events FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Boxes --------------------------------------------------------------------------------------------------------------------

CREATE TABLE outfits (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    position BIGINT NOT NULL,
    title TEXT NOT NULL,
    stylist_note TEXT NOT NULL,
    UNIQUE (order_id, position)
);

CREATE TABLE line_items (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    outfit_id TEXT NOT NULL REFERENCES outfits (id),
    position BIGINT NOT NULL,
    product_id TEXT NOT NULL,
    description TEXT NOT NULL,
    brand TEXT NOT NULL,
    color TEXT NOT NULL,
    size TEXT NOT NULL,
    -- The words that the garment is found by in the purchase history: description and brand, as the rule `search.fold` folds them.
    searched TEXT NOT NULL DEFAULT '',
    retail_price BIGINT NOT NULL,
    original_price BIGINT NOT NULL,
    claimed_kept BOOLEAN,
    exchange_size TEXT,
    customer_feedback TEXT,
    paid_for BOOLEAN NOT NULL,
    -- When the item has come back: it is neither kept nor on the shelf again.
    received_at BIGINT,
    -- Why an item that was to come back never will, once staff have written it off: lost_on_way_back or not_returned.
    written_off TEXT,
    UNIQUE (order_id, position)
);

-- The pieces that staff were shown for a box whose customer wrote something. They are composed again from the seed, and released only
-- if the fingerprint of the pieces and the customer's words is still the same.
CREATE TABLE box_proposals (
    order_id TEXT PRIMARY KEY REFERENCES orders (id),
    seed BIGINT NOT NULL,
    fingerprint TEXT NOT NULL,
    proposed_at BIGINT NOT NULL,
    -- Whether other pieces were shown for the box before: then whoever releases it has to name those that they saw.
    others_shown BOOLEAN NOT NULL DEFAULT FALSE
);

-- What lies in the warehouse. `reserved` is promised and still counted in `quantity`.
CREATE TABLE stock (
    product_id TEXT NOT NULL,
    size TEXT NOT NULL,
    quantity BIGINT NOT NULL CHECK (quantity >= 0),
    reserved BIGINT NOT NULL CHECK (reserved >= 0 AND reserved <= quantity),
    PRIMARY KEY (product_id, size)
);

-- The garments that a customer was ever packed: one row for each garment, however many boxes it was in. So what suggestions leave out is
-- limited by the catalogue, and not by the customer's past.
CREATE TABLE garments_packed (
    customer_id TEXT NOT NULL REFERENCES customers (id),
    product_id TEXT NOT NULL,
    PRIMARY KEY (customer_id, product_id)
);

-- Wishes -------------------------------------------------------------------------------------------------------------------

-- What a customer gave with a card for a first order that could not be made yet. Day and theme are answers of the questionnaire,
-- and may be changed there.
CREATE TABLE first_order_wishes (
    customer_id TEXT PRIMARY KEY REFERENCES customers (id) ON DELETE CASCADE,
    -- Empty if the customer removed the coupon; NULL if nothing was said about one.
    coupon TEXT,
    blog_interest TEXT,
    -- The theme that the description is about.
    themebox TEXT,
    themebox_description TEXT
);

-- The items of past boxes that a customer wants more of. The next order names them in its note to the stylist.
CREATE TABLE next_box_wishes (
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    line_item_id TEXT NOT NULL REFERENCES line_items (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    -- The order that has named the item in its note; NULL while the item waits for the next box.
    order_id TEXT REFERENCES orders (id),
    PRIMARY KEY (customer_id, line_item_id)
);
CREATE INDEX next_box_wishes_by_line_item ON next_box_wishes (line_item_id);
CREATE INDEX next_box_wishes_by_order ON next_box_wishes (order_id);
