-- What Stylebox keeps. Both engines hold the same columns: money is whole cents, an instant whole microseconds since
-- 1970 (UTC), a date text (YYYY-MM-DD), an id a UUIDv7 as text, JSON text. What is secret is here only as a hash.

-- Keys that the servers make for themselves once and share: what signs the human check's challenges.
CREATE TABLE server_keys (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

-- Customers and their access -------------------------------------------------------------------------------------

CREATE TABLE customers (
    id TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    -- The address in lower case: what is unique.
    email_key TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    registration_postal_code TEXT NOT NULL,
    phone TEXT,
    subscription_type TEXT,
    skip_days BIGINT NOT NULL DEFAULT 0,
    preferred_stylist TEXT,
    assigned_location_id TEXT,
    -- Given when billing is first saved; until then the account counts as abandoned.
    celerant_id TEXT,
    kount_session_id TEXT NOT NULL,
    referral_code TEXT NOT NULL UNIQUE,
    referred_by_code TEXT,
    campaign_code TEXT,
    campaign_url TEXT,
    internal_note TEXT,
    google_analytics_client_id TEXT,
    styling_fee_override_code TEXT,
    -- True until the first order is checked out.
    first_timer BOOLEAN NOT NULL,
    dressing_room_to_go_signup BOOLEAN NOT NULL,
    themebox_signup BOOLEAN NOT NULL,
    registered_in_store BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);

CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    token_hash TEXT NOT NULL UNIQUE,
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX sessions_by_customer ON sessions (customer_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- Hits of one subject (an address, an account) on one limited call in one window of time.
CREATE TABLE rate_limits (
    bucket TEXT NOT NULL,
    window_start BIGINT NOT NULL,
    hits BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (bucket, window_start)
);
CREATE INDEX rate_limits_by_expiry ON rate_limits (expires_at);

-- Solved challenges: each is taken once.
CREATE TABLE human_check_used (
    challenge TEXT PRIMARY KEY,
    expires_at BIGINT NOT NULL
);
CREATE INDEX human_check_used_by_expiry ON human_check_used (expires_at);

CREATE TABLE reset_tokens (
    token_hash TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT
);
CREATE INDEX reset_tokens_by_customer ON reset_tokens (customer_id);

-- A percentage off that a referral earned: the friend's at registration, the referrer's at the friend's first checkout.
CREATE TABLE referral_rewards (
    id TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    -- friend or referrer
    earned_as TEXT NOT NULL,
    -- The other one of the two.
    other_customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    percent BIGINT NOT NULL,
    earned_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT,
    UNIQUE (customer_id, earned_as, other_customer_id)
);

CREATE TABLE style_profiles (
    id TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL UNIQUE REFERENCES customers (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);

-- One answer to one question; the last one written stands.
CREATE TABLE style_answers (
    profile_id TEXT NOT NULL REFERENCES style_profiles (id) ON DELETE CASCADE,
    ref TEXT NOT NULL,
    value TEXT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (profile_id, ref)
);

CREATE TABLE shipping_addresses (
    id TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    phone TEXT NOT NULL,
    line_1 TEXT NOT NULL,
    line_2 TEXT,
    city TEXT NOT NULL,
    state TEXT NOT NULL,
    postal_code TEXT NOT NULL,
    country TEXT NOT NULL,
    is_primary BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX one_primary_shipping_address ON shipping_addresses (customer_id) WHERE is_primary;
CREATE INDEX shipping_addresses_by_customer ON shipping_addresses (customer_id);

-- The gateway's token of a card and what may be shown of it; never its number or CVV.
CREATE TABLE cards (
    id TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    gateway_token TEXT NOT NULL,
    brand TEXT NOT NULL,
    last_four TEXT NOT NULL,
    -- MM/YY
    expiration TEXT NOT NULL,
    cardholder_name TEXT NOT NULL,
    street_address1 TEXT NOT NULL,
    street_address2 TEXT,
    city TEXT NOT NULL,
    state TEXT NOT NULL,
    zip_code TEXT NOT NULL,
    country TEXT NOT NULL,
    phone TEXT NOT NULL,
    -- The version of the sentence on automatic checkout that the customer agreed to, and when.
    consent_version TEXT,
    consent_at BIGINT,
    created_at BIGINT NOT NULL,
    replaced_at BIGINT
);
CREATE UNIQUE INDEX one_current_card ON cards (customer_id) WHERE replaced_at IS NULL;

-- Orders ---------------------------------------------------------------------------------------------------------

CREATE TABLE orders (
    id TEXT PRIMARY KEY,
    -- What people say of it, on paper and to support.
    code TEXT NOT NULL UNIQUE,
    customer_id TEXT NOT NULL REFERENCES customers (id),
    status TEXT NOT NULL,
    -- Where a declined payment brings the order back to; only while payment_processing.
    status_before_payment TEXT,
    subscription_type TEXT NOT NULL,
    customer_pick_up BOOLEAN NOT NULL,
    ship_by_date TEXT NOT NULL,
    expected_delivery_date TEXT,
    delivery_date TEXT,
    checkout_by_date TEXT,
    extended BOOLEAN NOT NULL,
    assigned_location_id TEXT,
    shipping_address_id TEXT REFERENCES shipping_addresses (id),
    tracking_code TEXT,
    stylist_note TEXT,
    coupon TEXT,
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
-- At most one unfinished order a customer.
CREATE UNIQUE INDEX one_unfinished_order ON orders (customer_id) WHERE status NOT IN ('completed', 'cancelled', 'fraud');
CREATE INDEX orders_by_customer ON orders (customer_id, created_at);
CREATE INDEX orders_by_status ON orders (status);

-- Every change of an order; only ever added to.
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
    retail_price BIGINT NOT NULL,
    original_price BIGINT NOT NULL,
    claimed_kept BOOLEAN,
    exchange_size TEXT,
    customer_feedback TEXT,
    paid_for BOOLEAN NOT NULL,
    UNIQUE (order_id, position)
);

-- What lies in the warehouse. `reserved` is promised and still counted in `quantity`.
CREATE TABLE stock (
    product_id TEXT NOT NULL,
    size TEXT NOT NULL,
    quantity BIGINT NOT NULL CHECK (quantity >= 0),
    reserved BIGINT NOT NULL CHECK (reserved >= 0 AND reserved <= quantity),
    PRIMARY KEY (product_id, size)
);

-- Money ----------------------------------------------------------------------------------------------------------

CREATE TABLE gift_cards (
    id TEXT PRIMARY KEY,
    number_hash TEXT NOT NULL UNIQUE,
    last_four TEXT NOT NULL,
    balance BIGINT NOT NULL CHECK (balance >= 0),
    created_at BIGINT NOT NULL
);

-- The amounts stand as they were last worked out, and no longer change once the status has left `open`.
CREATE TABLE invoices (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    customer_id TEXT NOT NULL REFERENCES customers (id),
    invoice_type TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'processing', 'paid')),
    original_subtotal BIGINT NOT NULL,
    multi_item_discount BIGINT NOT NULL,
    discount_amount BIGINT NOT NULL,
    total_before_tax BIGINT NOT NULL,
    tax BIGINT NOT NULL,
    shipping_tax BIGINT NOT NULL,
    total_with_tax BIGINT NOT NULL,
    credit_available BIGINT NOT NULL,
    credit_amount BIGINT NOT NULL,
    gift_card_available BIGINT NOT NULL,
    gift_card_amount BIGINT NOT NULL,
    total_due BIGINT NOT NULL,
    -- A decimal fraction as text: 0.06875.
    tax_rate TEXT NOT NULL,
    four_items BOOLEAN NOT NULL,
    undecided BIGINT NOT NULL,
    coupon_code TEXT,
    coupon_kind TEXT,
    coupon_value BIGINT,
    gift_card_id TEXT REFERENCES gift_cards (id),
    exchange_address TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    paid_at BIGINT
);
CREATE INDEX invoices_by_order ON invoices (order_id, created_at);
CREATE UNIQUE INDEX one_unpaid_invoice ON invoices (order_id, invoice_type) WHERE status <> 'paid';

CREATE TABLE invoice_lines (
    invoice_id TEXT NOT NULL REFERENCES invoices (id),
    line_item_id TEXT NOT NULL REFERENCES line_items (id),
    price BIGINT NOT NULL,
    claimed_kept BOOLEAN,
    exchange_size TEXT,
    PRIMARY KEY (invoice_id, line_item_id)
);

-- A coupon once a customer: reserved when a checkout begins, removed where it fails.
CREATE TABLE coupons_used (
    customer_id TEXT NOT NULL REFERENCES customers (id),
    code TEXT NOT NULL,
    invoice_id TEXT NOT NULL REFERENCES invoices (id),
    used_at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, code)
);

CREATE TABLE gift_card_draws (
    id TEXT PRIMARY KEY,
    gift_card_id TEXT NOT NULL REFERENCES gift_cards (id),
    invoice_id TEXT NOT NULL REFERENCES invoices (id),
    amount BIGINT NOT NULL CHECK (amount > 0),
    -- reserved, captured or released
    status TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    settled_at BIGINT
);
CREATE INDEX gift_card_draws_by_card ON gift_card_draws (gift_card_id);

CREATE TABLE payment_attempts (
    id TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL REFERENCES customers (id),
    order_id TEXT NOT NULL REFERENCES orders (id),
    invoice_id TEXT REFERENCES invoices (id),
    card_id TEXT NOT NULL REFERENCES cards (id),
    -- styling_fee or checkout
    purpose TEXT NOT NULL,
    -- What the gateway knows the attempt by: asked twice, it charges once.
    gateway_key TEXT NOT NULL UNIQUE,
    amount BIGINT NOT NULL CHECK (amount > 0),
    currency TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending', 'unknown', 'succeeded', 'declined')),
    gateway_charge_id TEXT,
    decline_reason TEXT,
    created_at BIGINT NOT NULL,
    asked_at BIGINT,
    settled_at BIGINT
);
-- A repeat resumes the open attempt; there is never a second beside it.
CREATE UNIQUE INDEX one_open_attempt ON payment_attempts (order_id, purpose) WHERE status IN ('pending', 'unknown');
CREATE INDEX payment_attempts_by_invoice ON payment_attempts (invoice_id);
CREATE INDEX payment_attempts_by_status ON payment_attempts (status, created_at);

CREATE TABLE idempotency_keys (
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    idempotency_key TEXT NOT NULL,
    -- Hash of the call and its body: another body under the key is an error.
    request_hash TEXT NOT NULL,
    response_status BIGINT,
    response_body TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, idempotency_key)
);
CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at);

-- Charges, refunds, fees, credits and gift-card draws; only ever added to.
CREATE TABLE ledger (
    id TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL REFERENCES customers (id),
    order_id TEXT REFERENCES orders (id),
    invoice_id TEXT REFERENCES invoices (id),
    payment_attempt_id TEXT REFERENCES payment_attempts (id),
    kind TEXT NOT NULL,
    amount BIGINT NOT NULL,
    currency TEXT NOT NULL,
    memo TEXT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX ledger_by_order ON ledger (order_id);
CREATE INDEX ledger_by_customer ON ledger (customer_id, at);

-- Messages -------------------------------------------------------------------------------------------------------

-- E-mails, written in the transaction that causes them and delivered afterwards.
CREATE TABLE outbox (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    recipient TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    sent_at BIGINT
);
CREATE INDEX outbox_by_time ON outbox (created_at);

-- The embedded gateway's own books (demo mode): what a real gateway keeps on its side ----------------------------

CREATE TABLE sandbox_tokens (
    token TEXT PRIMARY KEY,
    brand TEXT NOT NULL,
    last_four TEXT NOT NULL,
    -- What charging it does: accept, decline, lose_answer.
    behaviour TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE TABLE sandbox_charges (
    id TEXT PRIMARY KEY,
    gateway_key TEXT NOT NULL UNIQUE,
    token TEXT NOT NULL REFERENCES sandbox_tokens (token),
    amount BIGINT NOT NULL,
    currency TEXT NOT NULL,
    -- succeeded or declined
    outcome TEXT NOT NULL,
    refunded_amount BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL
);

-- What is only ever added to ------------------------------------------------------------------------------------

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME;
END
$$;
CREATE TRIGGER order_events_append_only BEFORE UPDATE OR DELETE ON order_events
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE ON ledger FOR EACH ROW EXECUTE FUNCTION refuse_change();
