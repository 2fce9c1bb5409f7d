-- Invoices, what takes money off them, their tax, reminders to check out, and reviews.

CREATE TABLE gift_cards (
    id TEXT PRIMARY KEY,
    -- A keyed hash of the number; the key's id; and the hash without the key, encrypted, from which the next key's hash is made.
    number_hash TEXT NOT NULL UNIQUE,
    key_id TEXT NOT NULL,
    sealed TEXT NOT NULL,
    last_four TEXT NOT NULL,
    -- What it was issued with: its balance and all that was drawn on it.
    issued INTEGER NOT NULL DEFAULT 0,
    balance INTEGER NOT NULL CHECK (balance >= 0),
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX gift_cards_by_key ON gift_cards (key_id);

-- Coupons that the shop issues.
CREATE TABLE coupons (
    -- The code in upper case, which is unique.
    code_key TEXT PRIMARY KEY,
    code TEXT NOT NULL,
    -- amount_off or percentage_off
    kind TEXT NOT NULL,
    -- Cents, or hundredths of a percent.
    value INTEGER NOT NULL CHECK (value > 0),
    -- The first and the last business day.
    valid_from TEXT NOT NULL,
    valid_until TEXT,
    uses INTEGER NOT NULL DEFAULT 0,
    max_uses INTEGER,
    created_at INTEGER NOT NULL,
    CHECK (max_uses IS NULL OR uses <= max_uses)
) STRICT;

-- The amounts are those that were worked out last, and no longer change once the status is not `open`.
CREATE TABLE invoices (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    customer_id TEXT NOT NULL REFERENCES customers (id),
    invoice_type TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'processing', 'paid')),
    -- Who checked out: customer, system or ops.
    checked_out_by TEXT NOT NULL DEFAULT 'customer',
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
    -- What is too little to be charged, and is forgiven.
    forgiven INTEGER NOT NULL DEFAULT 0 CHECK (forgiven >= 0),
    total_due INTEGER NOT NULL,
    -- A decimal fraction as text, such as 0.06875. If a service calculates the tax, this is an estimate, and the calculation that was
    -- charged is kept beside it, as JSON.
    tax_rate TEXT NOT NULL,
    tax_is_calculated INTEGER NOT NULL DEFAULT 0 CHECK (tax_is_calculated IN (0, 1)),
    tax_calculation TEXT,
    four_items INTEGER NOT NULL CHECK (four_items IN (0, 1)),
    undecided INTEGER NOT NULL,
    coupon_code TEXT,
    coupon_kind TEXT,
    coupon_value INTEGER,
    -- A coupon that was applied and can no longer be used, so that the customer can be told what counts in its place; and whether the
    -- customer has removed a coupon: then the default does not come back by itself.
    ended_coupon TEXT,
    coupon_removed INTEGER NOT NULL DEFAULT 0 CHECK (coupon_removed IN (0, 1)),
    gift_card_id TEXT REFERENCES gift_cards (id),
    exchange_address TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    paid_at INTEGER,
    -- A paid checkout whose box was lost on its way to the customer: since when it is void, what goes back to the card and to the gift
    -- card, the part of the styling fee's credit, and when that was booked.
    void_at INTEGER,
    card_back INTEGER NOT NULL DEFAULT 0,
    gift_card_back INTEGER NOT NULL DEFAULT 0,
    credit_back INTEGER NOT NULL DEFAULT 0,
    refunded_at INTEGER
) STRICT;
CREATE INDEX invoices_by_order ON invoices (order_id, created_at);
CREATE UNIQUE INDEX one_unpaid_invoice ON invoices (order_id, invoice_type) WHERE status <> 'paid';
-- The audit: what went back to a gift card by its invoices.
CREATE INDEX invoices_by_gift_card ON invoices (gift_card_id) WHERE gift_card_id IS NOT NULL;

CREATE TABLE invoice_lines (
    invoice_id TEXT NOT NULL REFERENCES invoices (id),
    line_item_id TEXT NOT NULL REFERENCES line_items (id),
    price INTEGER NOT NULL,
    claimed_kept INTEGER CHECK (claimed_kept IN (0, 1)),
    exchange_size TEXT,
    PRIMARY KEY (invoice_id, line_item_id)
) STRICT;

-- A customer uses a coupon once: it is reserved when a checkout begins, and removed if that fails.
CREATE TABLE coupons_used (
    customer_id TEXT NOT NULL REFERENCES customers (id),
    code TEXT NOT NULL,
    invoice_id TEXT NOT NULL REFERENCES invoices (id),
    used_at INTEGER NOT NULL,
    PRIMARY KEY (customer_id, code)
) STRICT;
-- Giving a coupon back.
CREATE INDEX coupons_used_by_invoice ON coupons_used (invoice_id);

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
-- Capturing and releasing what a checkout draws, and the audit.
CREATE INDEX gift_card_draws_by_invoice ON gift_card_draws (invoice_id);

-- What the tax service has calculated, for a day: by then rates may have changed.
CREATE TABLE tax_calculations (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    -- A hash of the items, their amounts and the address.
    fingerprint TEXT NOT NULL,
    calculation TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX tax_calculations_of_order ON tax_calculations (order_id, fingerprint, created_at);
CREATE INDEX tax_calculations_expire ON tax_calculations (expires_at);

-- What the tax service has to record: a paid sale, and what goes back of it. A row is written with the payment or the refund, and a job
-- tells the service until it is known that it has recorded it.
CREATE TABLE tax_records (
    id TEXT PRIMARY KEY,
    invoice_id TEXT NOT NULL REFERENCES invoices (id),
    -- sale, return or whole_return
    kind TEXT NOT NULL,
    -- The calculation, as JSON; for a return, the items that go back.
    calculation TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    -- waiting, recorded or by_hand
    status TEXT NOT NULL,
    -- The service's own id of it.
    transaction_id TEXT,
    attempts INTEGER NOT NULL,
    next_try_at INTEGER NOT NULL,
    last_error TEXT,
    closed_at INTEGER
) STRICT;
CREATE INDEX tax_records_of_invoice ON tax_records (invoice_id, created_at);
CREATE INDEX tax_records_waiting ON tax_records (next_try_at, id) WHERE status = 'waiting';

-- The reminders that were written of each day to check out by; the outbox says whether one was sent.
CREATE TABLE reminders (
    order_id TEXT NOT NULL REFERENCES orders (id),
    checkout_by_date TEXT NOT NULL,
    days_before INTEGER NOT NULL,
    message_id TEXT NOT NULL REFERENCES outbox (id),
    PRIMARY KEY (order_id, checkout_by_date, days_before)
) STRICT;
-- A message that is taken back is looked up here.
CREATE INDEX reminders_of_message ON reminders (message_id);

-- The reviews of the reviews service that keeps them in the database: one review for each order.
CREATE TABLE reviews (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL UNIQUE REFERENCES orders (id),
    customer_id TEXT NOT NULL REFERENCES customers (id),
    site_key TEXT NOT NULL,
    domain TEXT NOT NULL,
    sku TEXT NOT NULL,
    product_title TEXT NOT NULL,
    display_name TEXT NOT NULL,
    email TEXT NOT NULL,
    review_content TEXT NOT NULL,
    review_title TEXT NOT NULL,
    review_score INTEGER,
    reviewer_type TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
