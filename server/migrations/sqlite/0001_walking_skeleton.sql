-- What Stylebox keeps. Both engines hold the same columns: money is whole cents, an instant whole microseconds since
-- 1970 (UTC), a date text (YYYY-MM-DD), an id a UUIDv7 as text, JSON text. What is secret is here only as a hash.

-- Keys that the servers make for themselves once and share: what signs the human check's challenges.
CREATE TABLE server_keys (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

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
    skip_days INTEGER NOT NULL DEFAULT 0,
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
    first_timer INTEGER NOT NULL CHECK (first_timer IN (0, 1)),
    dressing_room_to_go_signup INTEGER NOT NULL CHECK (dressing_room_to_go_signup IN (0, 1)),
    themebox_signup INTEGER NOT NULL CHECK (themebox_signup IN (0, 1)),
    registered_in_store INTEGER NOT NULL CHECK (registered_in_store IN (0, 1)),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    token_hash TEXT NOT NULL UNIQUE,
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_by_customer ON sessions (customer_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- Hits of one subject (an address, an account) on one limited call in one window of time.
CREATE TABLE rate_limits (
    bucket TEXT NOT NULL,
    window_start INTEGER NOT NULL,
    hits INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (bucket, window_start)
) STRICT;
CREATE INDEX rate_limits_by_expiry ON rate_limits (expires_at);

-- Solved challenges: each is taken once.
CREATE TABLE human_check_used (
    challenge TEXT PRIMARY KEY,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX human_check_used_by_expiry ON human_check_used (expires_at);

CREATE TABLE reset_tokens (
    token_hash TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER
) STRICT;
CREATE INDEX reset_tokens_by_customer ON reset_tokens (customer_id);

-- A percentage off that a referral earned: the friend's at registration, the referrer's at the friend's first checkout.
CREATE TABLE referral_rewards (
    id TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    -- friend or referrer
    earned_as TEXT NOT NULL,
    -- The other one of the two.
    other_customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    percent INTEGER NOT NULL,
    earned_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER,
    UNIQUE (customer_id, earned_as, other_customer_id)
) STRICT;

CREATE TABLE style_profiles (
    id TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL UNIQUE REFERENCES customers (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

-- One answer to one question; the last one written stands.
CREATE TABLE style_answers (
    profile_id TEXT NOT NULL REFERENCES style_profiles (id) ON DELETE CASCADE,
    ref TEXT NOT NULL,
    value TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (profile_id, ref)
) STRICT;

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
    is_primary INTEGER NOT NULL CHECK (is_primary IN (0, 1)),
    created_at INTEGER NOT NULL
) STRICT;
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
    consent_at INTEGER,
    created_at INTEGER NOT NULL,
    replaced_at INTEGER
) STRICT;
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
    customer_pick_up INTEGER NOT NULL CHECK (customer_pick_up IN (0, 1)),
    ship_by_date TEXT NOT NULL,
    expected_delivery_date TEXT,
    delivery_date TEXT,
    checkout_by_date TEXT,
    extended INTEGER NOT NULL CHECK (extended IN (0, 1)),
    assigned_location_id TEXT,
    shipping_address_id TEXT REFERENCES shipping_addresses (id),
    tracking_code TEXT,
    stylist_note TEXT,
    coupon TEXT,
    themebox_sign_up INTEGER NOT NULL CHECK (themebox_sign_up IN (0, 1)),
    themebox TEXT,
    themebox_description TEXT,
    on_demand_customer_msg TEXT,
    blog_interest TEXT,
    order_review TEXT,
    review_rating INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;
-- At most one unfinished order a customer.
CREATE UNIQUE INDEX one_unfinished_order ON orders (customer_id) WHERE status NOT IN ('completed', 'cancelled', 'fraud');
CREATE INDEX orders_by_customer ON orders (customer_id, created_at);
CREATE INDEX orders_by_status ON orders (status);

-- Every change of an order; only ever added to.
CREATE TABLE order_events (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    at INTEGER NOT NULL,
    -- customer, ops or system
    actor TEXT NOT NULL,
    from_status TEXT,
    to_status TEXT NOT NULL,
    reason TEXT NOT NULL
) STRICT;
CREATE INDEX order_events_by_order ON order_events (order_id, at);

CREATE TABLE outfits (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    position INTEGER NOT NULL,
    title TEXT NOT NULL,
    stylist_note TEXT NOT NULL,
    UNIQUE (order_id, position)
) STRICT;

CREATE TABLE line_items (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    outfit_id TEXT NOT NULL REFERENCES outfits (id),
    position INTEGER NOT NULL,
    product_id TEXT NOT NULL,
    description TEXT NOT NULL,
    brand TEXT NOT NULL,
    color TEXT NOT NULL,
    size TEXT NOT NULL,
    retail_price INTEGER NOT NULL,
    original_price INTEGER NOT NULL,
    claimed_kept INTEGER CHECK (claimed_kept IN (0, 1)),
    exchange_size TEXT,
    customer_feedback TEXT,
    paid_for INTEGER NOT NULL CHECK (paid_for IN (0, 1)),
    UNIQUE (order_id, position)
) STRICT;

-- What lies in the warehouse. `reserved` is promised and still counted in `quantity`.
CREATE TABLE stock (
    product_id TEXT NOT NULL,
    size TEXT NOT NULL,
    quantity INTEGER NOT NULL CHECK (quantity >= 0),
    reserved INTEGER NOT NULL CHECK (reserved >= 0 AND reserved <= quantity),
    PRIMARY KEY (product_id, size)
) STRICT;

-- Money ----------------------------------------------------------------------------------------------------------

CREATE TABLE gift_cards (
    id TEXT PRIMARY KEY,
    number_hash TEXT NOT NULL UNIQUE,
    last_four TEXT NOT NULL,
    balance INTEGER NOT NULL CHECK (balance >= 0),
    created_at INTEGER NOT NULL
) STRICT;

-- The amounts stand as they were last worked out, and no longer change once the status has left `open`.
CREATE TABLE invoices (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    customer_id TEXT NOT NULL REFERENCES customers (id),
    invoice_type TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'processing', 'paid')),
    original_subtotal INTEGER NOT NULL,
    multi_item_discount INTEGER NOT NULL,
    discount_amount INTEGER NOT NULL,
    total_before_tax INTEGER NOT NULL,
    tax INTEGER NOT NULL,
    shipping_tax INTEGER NOT NULL,
    total_with_tax INTEGER NOT NULL,
    credit_available INTEGER NOT NULL,
    credit_amount INTEGER NOT NULL,
    gift_card_available INTEGER NOT NULL,
    gift_card_amount INTEGER NOT NULL,
    total_due INTEGER NOT NULL,
    -- A decimal fraction as text: 0.06875.
    tax_rate TEXT NOT NULL,
    four_items INTEGER NOT NULL CHECK (four_items IN (0, 1)),
    undecided INTEGER NOT NULL,
    coupon_code TEXT,
    coupon_kind TEXT,
    coupon_value INTEGER,
    gift_card_id TEXT REFERENCES gift_cards (id),
    exchange_address TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    paid_at INTEGER
) STRICT;
CREATE INDEX invoices_by_order ON invoices (order_id, created_at);
CREATE UNIQUE INDEX one_unpaid_invoice ON invoices (order_id, invoice_type) WHERE status <> 'paid';

CREATE TABLE invoice_lines (
    invoice_id TEXT NOT NULL REFERENCES invoices (id),
    line_item_id TEXT NOT NULL REFERENCES line_items (id),
    price INTEGER NOT NULL,
    claimed_kept INTEGER CHECK (claimed_kept IN (0, 1)),
    exchange_size TEXT,
    PRIMARY KEY (invoice_id, line_item_id)
) STRICT;

-- A coupon once a customer: reserved when a checkout begins, removed where it fails.
CREATE TABLE coupons_used (
    customer_id TEXT NOT NULL REFERENCES customers (id),
    code TEXT NOT NULL,
    invoice_id TEXT NOT NULL REFERENCES invoices (id),
    used_at INTEGER NOT NULL,
    PRIMARY KEY (customer_id, code)
) STRICT;

CREATE TABLE gift_card_draws (
    id TEXT PRIMARY KEY,
    gift_card_id TEXT NOT NULL REFERENCES gift_cards (id),
    invoice_id TEXT NOT NULL REFERENCES invoices (id),
    amount INTEGER NOT NULL CHECK (amount > 0),
    -- reserved, captured or released
    status TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    settled_at INTEGER
) STRICT;
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
    amount INTEGER NOT NULL CHECK (amount > 0),
    currency TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending', 'unknown', 'succeeded', 'declined')),
    gateway_charge_id TEXT,
    decline_reason TEXT,
    created_at INTEGER NOT NULL,
    asked_at INTEGER,
    settled_at INTEGER
) STRICT;
-- A repeat resumes the open attempt; there is never a second beside it.
CREATE UNIQUE INDEX one_open_attempt ON payment_attempts (order_id, purpose) WHERE status IN ('pending', 'unknown');
CREATE INDEX payment_attempts_by_invoice ON payment_attempts (invoice_id);
CREATE INDEX payment_attempts_by_status ON payment_attempts (status, created_at);

CREATE TABLE idempotency_keys (
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    idempotency_key TEXT NOT NULL,
    -- Hash of the call and its body: another body under the key is an error.
    request_hash TEXT NOT NULL,
    response_status INTEGER,
    response_body TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (customer_id, idempotency_key)
) STRICT;
CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at);

-- Charges, refunds, fees, credits and gift-card draws; only ever added to.
CREATE TABLE ledger (
    id TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL REFERENCES customers (id),
    order_id TEXT REFERENCES orders (id),
    invoice_id TEXT REFERENCES invoices (id),
    payment_attempt_id TEXT REFERENCES payment_attempts (id),
    kind TEXT NOT NULL,
    amount INTEGER NOT NULL,
    currency TEXT NOT NULL,
    memo TEXT NOT NULL,
    at INTEGER NOT NULL
) STRICT;
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
    created_at INTEGER NOT NULL,
    sent_at INTEGER
) STRICT;
CREATE INDEX outbox_by_time ON outbox (created_at);

-- The embedded gateway's own books (demo mode): what a real gateway keeps on its side ----------------------------

CREATE TABLE sandbox_tokens (
    token TEXT PRIMARY KEY,
    brand TEXT NOT NULL,
    last_four TEXT NOT NULL,
    -- What charging it does: accept, decline, lose_answer.
    behaviour TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE sandbox_charges (
    id TEXT PRIMARY KEY,
    gateway_key TEXT NOT NULL UNIQUE,
    token TEXT NOT NULL REFERENCES sandbox_tokens (token),
    amount INTEGER NOT NULL,
    currency TEXT NOT NULL,
    -- succeeded or declined
    outcome TEXT NOT NULL,
    refunded_amount INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL
) STRICT;

-- What is only ever added to ------------------------------------------------------------------------------------

CREATE TRIGGER order_events_no_update BEFORE UPDATE ON order_events
BEGIN
    SELECT RAISE (ABORT, 'order_events is only ever added to');
END;
CREATE TRIGGER order_events_no_delete BEFORE DELETE ON order_events
BEGIN
    SELECT RAISE (ABORT, 'order_events is only ever added to');
END;
CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger
BEGIN
    SELECT RAISE (ABORT, 'ledger is only ever added to');
END;
CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger
BEGIN
    SELECT RAISE (ABORT, 'ledger is only ever added to');
END;
