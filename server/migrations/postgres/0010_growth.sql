-- What grows with the past must not: indexes for what is looked up, for what is still open, and for what is due. Each names what
-- uses it.

-- Payments ---------------------------------------------------------------------------------------------------------------

-- An order's attempts: checkout, fees, refunds, the system's checkout, and the audit's pages.
CREATE INDEX payment_attempts_by_order ON payment_attempts (order_id, purpose, created_at);
-- Whether a card was declined last: the customer's card and the dashboard.
CREATE INDEX payment_attempts_by_card ON payment_attempts (card_id, created_at);
-- The fraud check: how many cards of a customer were declined within a day.
CREATE INDEX payment_attempts_declined ON payment_attempts (customer_id, created_at) WHERE status = 'declined';
-- The job "payments" and "ops attention": what the gateway has not answered. It takes the place of an index of all attempts.
DROP INDEX payment_attempts_by_status;
CREATE INDEX payment_attempts_open ON payment_attempts (created_at) WHERE status IN ('pending', 'unknown');
-- "ops attention": what the gateway refuses to give back.
CREATE INDEX payment_attempts_refused ON payment_attempts (created_at)
    WHERE status = 'declined' AND purpose IN ('styling_fee_refund', 'exchange_refund');
-- No statement looks attempts up by invoice, nor entries of the ledger by customer.
DROP INDEX payment_attempts_by_invoice;
DROP INDEX ledger_by_customer;
-- Capturing and releasing what a checkout draws, and the audit.
CREATE INDEX gift_card_draws_by_invoice ON gift_card_draws (invoice_id);
-- Giving a coupon back.
CREATE INDEX coupons_used_by_invoice ON coupons_used (invoice_id);
-- The exchange whose money an attempt gives back.
CREATE INDEX exchanges_by_refund ON exchanges (refund_attempt_id) WHERE refund_attempt_id IS NOT NULL;
-- The audit: what went back to a gift card by its invoices.
CREATE INDEX invoices_by_gift_card ON invoices (gift_card_id) WHERE gift_card_id IS NOT NULL;
-- "ops audit --since": the orders of a stretch of time.
CREATE INDEX orders_by_creation ON orders (created_at, id);

-- Fraud ------------------------------------------------------------------------------------------------------------------

-- Whether an order of a phone was stopped: the customers of the phone.
CREATE INDEX customers_by_phone ON customers (phone) WHERE phone IS NOT NULL;
-- The orders of an address: whether one was stopped, how many customers order to a place, and whether an address that changes has
-- past orders.
CREATE INDEX orders_by_address ON orders (shipping_address_id, created_at);
-- By what the addresses of one place are found: the first five digits of the ZIP, and the street in small letters. A database
-- knows the case of ASCII's letters alone: a street with others has only its ZIP here, and the program compares the rest.
ALTER TABLE shipping_addresses ADD COLUMN place_key TEXT GENERATED ALWAYS AS (
    SUBSTR(postal_code, 1, 5) || ' ' || CASE WHEN LENGTH(line_1) = OCTET_LENGTH(line_1)
        THEN LOWER(BTRIM(line_1, E'\t\n\x0B\f\r ') COLLATE "C") ELSE '' END) STORED;
CREATE INDEX shipping_addresses_by_place ON shipping_addresses (place_key);

-- Messages, photos, links, cards -----------------------------------------------------------------------------------------------

-- The job "outbox": what waits, by its way.
DROP INDEX outbox_unsent;
CREATE INDEX outbox_waiting ON outbox (channel, created_at) WHERE sent_at IS NULL;
-- "ops attention": what does not get through.
CREATE INDEX outbox_failed ON outbox (attempts) WHERE sent_at IS NULL AND last_error IS NOT NULL;
-- The job "photos": what the provider is still to take away.
CREATE INDEX photos_by_status ON photos (status);
-- The job "housekeeping".
CREATE INDEX reset_tokens_by_expiry ON reset_tokens (expires_at);
-- The job "card_expiry": the current cards whose customers were not told, by year and month (YYMM) of their end. What is no end
-- comes first, so that the job finds it and says so.
CREATE INDEX cards_by_end
    ON cards ((CASE WHEN SUBSTR(expiration, 3, 1) = '/' THEN SUBSTR(expiration, 4, 2) || SUBSTR(expiration, 1, 2) ELSE '' END))
    WHERE replaced_at IS NULL AND expiry_told_at IS NULL;

-- The next boxes of subscriptions -----------------------------------------------------------------------------------------

-- On which day the job "next_boxes" is to look at a customer again; NULL while nothing can be due before something changes. The
-- job puts the day off after it has looked, and the triggers below bring it back to the first of all days whenever something
-- changes that can bring a box forward: whoever changes it, and by whichever way. A day that is too early costs a look. One
-- that is too late would delay the box: a step that changes when core tells of a box or orders it must set all days to
-- 0001-01-01.
CREATE TABLE next_box_looks (
    customer_id TEXT PRIMARY KEY REFERENCES customers (id) ON DELETE CASCADE,
    look_on TEXT,
    -- Counts the changes: the day is put off only by a look that has seen the last of them.
    changes BIGINT NOT NULL
);
CREATE INDEX next_box_looks_by_day ON next_box_looks (look_on, customer_id);
INSERT INTO next_box_looks (customer_id, look_on, changes)
    SELECT id, '0001-01-01', 0 FROM customers WHERE subscription_type <> 'subscription_on_demand';

-- Has a customer looked at again.
CREATE FUNCTION next_box_look_again(who TEXT) RETURNS void LANGUAGE sql AS $$
    INSERT INTO next_box_looks (customer_id, look_on, changes) VALUES (who, '0001-01-01', 1)
    ON CONFLICT (customer_id) DO UPDATE SET look_on = excluded.look_on, changes = next_box_looks.changes + 1;
$$;
-- A box is over, or the days of one that is.
CREATE FUNCTION next_box_after_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM next_box_look_again(NEW.customer_id);
    RETURN NULL;
END
$$;
CREATE TRIGGER next_box_after_new_order AFTER INSERT ON orders
    FOR EACH ROW WHEN (NEW.finished) EXECUTE FUNCTION next_box_after_order();
CREATE TRIGGER next_box_after_order AFTER UPDATE OF finished, subscription_type, ship_by_date, delivery_date ON orders
    FOR EACH ROW WHEN (NEW.finished AND (NOT OLD.finished OR NEW.subscription_type <> OLD.subscription_type
        OR NEW.ship_by_date <> OLD.ship_by_date OR NEW.delivery_date IS DISTINCT FROM OLD.delivery_date))
    EXECUTE FUNCTION next_box_after_order();
-- Another plan, or a skip.
CREATE FUNCTION next_box_after_plan() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM next_box_look_again(NEW.id);
    RETURN NULL;
END
$$;
CREATE TRIGGER next_box_after_plan AFTER UPDATE OF subscription_type, skip_days ON customers
    FOR EACH ROW WHEN (NEW.subscription_type IS DISTINCT FROM OLD.subscription_type OR NEW.skip_days <> OLD.skip_days)
    EXECUTE FUNCTION next_box_after_plan();
-- What was told is void.
CREATE FUNCTION next_box_after_void() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE next_box_looks SET look_on = '0001-01-01', changes = changes + 1 WHERE customer_id = OLD.customer_id;
    RETURN NULL;
END
$$;
CREATE TRIGGER next_box_after_void AFTER DELETE ON next_box_notices
    FOR EACH ROW EXECUTE FUNCTION next_box_after_void();
