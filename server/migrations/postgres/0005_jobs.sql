-- Jobs, the way of e-mails to their recipients, reminders, exchanges, coupons.

-- What the service does by itself, a row a job: whoever takes the lease runs it, the other servers do not.
CREATE TABLE jobs (
    name TEXT PRIMARY KEY,
    due_at BIGINT NOT NULL,
    -- The server that runs it, until when it has it for itself.
    holder TEXT,
    leased_until BIGINT,
    started_at BIGINT,
    finished_at BIGINT,
    -- In words: what was done, or what went wrong.
    outcome TEXT,
    failed BOOLEAN NOT NULL
);

-- A message is claimed before it is handed over, and marked afterwards.
ALTER TABLE outbox ADD COLUMN attempts BIGINT NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN claimed_until BIGINT;
ALTER TABLE outbox ADD COLUMN next_try_at BIGINT;
ALTER TABLE outbox ADD COLUMN last_error TEXT;
CREATE INDEX outbox_unsent ON outbox (created_at) WHERE sent_at IS NULL;

-- Which reminder of which day to check out by was written; whether it was sent stands in the outbox.
CREATE TABLE reminders (
    order_id TEXT NOT NULL REFERENCES orders (id),
    checkout_by_date TEXT NOT NULL,
    days_before BIGINT NOT NULL,
    message_id TEXT NOT NULL REFERENCES outbox (id),
    PRIMARY KEY (order_id, checkout_by_date, days_before)
);

-- The customer was told that the card ends soon.
ALTER TABLE cards ADD COLUMN expiry_told_at BIGINT;

-- Who checked out: customer, system or ops.
ALTER TABLE invoices ADD COLUMN checked_out_by TEXT NOT NULL DEFAULT 'customer';

-- A piece that leaves in another size. What went back for one that was sold out stands in the four amounts.
CREATE TABLE exchanges (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    invoice_id TEXT NOT NULL REFERENCES invoices (id),
    line_item_id TEXT NOT NULL UNIQUE REFERENCES line_items (id),
    product_id TEXT NOT NULL,
    size TEXT NOT NULL,
    -- held, shipped or sold_out
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

-- Coupons that the shop issues.
CREATE TABLE coupons (
    -- In upper case: what is unique.
    code_key TEXT PRIMARY KEY,
    code TEXT NOT NULL,
    -- amount_off or percentage_off
    kind TEXT NOT NULL,
    -- Cents, or hundredths of a percent.
    value BIGINT NOT NULL CHECK (value > 0),
    -- The first and the last business day.
    valid_from TEXT NOT NULL,
    valid_until TEXT,
    uses BIGINT NOT NULL DEFAULT 0,
    max_uses BIGINT,
    created_at BIGINT NOT NULL,
    CHECK (max_uses IS NULL OR uses <= max_uses)
);

-- What a gift card was issued with: its balance and all that was drawn on it.
ALTER TABLE gift_cards ADD COLUMN issued BIGINT NOT NULL DEFAULT 0;
UPDATE gift_cards SET issued = balance + COALESCE((SELECT SUM(amount) FROM gift_card_draws
    WHERE gift_card_draws.gift_card_id = gift_cards.id AND gift_card_draws.status <> 'released'), 0);

-- The embedded gateway's refunds: a charge can go back in parts, each once for its key.
CREATE TABLE sandbox_refunds (
    gateway_key TEXT PRIMARY KEY,
    charge_id TEXT NOT NULL REFERENCES sandbox_charges (id),
    amount BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
