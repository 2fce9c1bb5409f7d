-- Jobs, the way of e-mails to their recipients, reminders, exchanges, coupons.

-- What the service does by itself, a row a job: whoever takes the lease runs it, the other servers do not.
CREATE TABLE jobs (
    name TEXT PRIMARY KEY,
    due_at INTEGER NOT NULL,
    -- The server that runs it, until when it has it for itself.
    holder TEXT,
    leased_until INTEGER,
    started_at INTEGER,
    finished_at INTEGER,
    -- In words: what was done, or what went wrong.
    outcome TEXT,
    failed INTEGER NOT NULL CHECK (failed IN (0, 1))
) STRICT;

-- A message is claimed before it is handed over, and marked afterwards.
ALTER TABLE outbox ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN claimed_until INTEGER;
ALTER TABLE outbox ADD COLUMN next_try_at INTEGER;
ALTER TABLE outbox ADD COLUMN last_error TEXT;
CREATE INDEX outbox_unsent ON outbox (created_at) WHERE sent_at IS NULL;

-- Which reminder of which day to check out by was written; whether it was sent stands in the outbox.
CREATE TABLE reminders (
    order_id TEXT NOT NULL REFERENCES orders (id),
    checkout_by_date TEXT NOT NULL,
    days_before INTEGER NOT NULL,
    message_id TEXT NOT NULL REFERENCES outbox (id),
    PRIMARY KEY (order_id, checkout_by_date, days_before)
) STRICT;

-- The customer was told that the card ends soon.
ALTER TABLE cards ADD COLUMN expiry_told_at INTEGER;

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
    price_back INTEGER NOT NULL DEFAULT 0,
    card_back INTEGER NOT NULL DEFAULT 0,
    gift_card_back INTEGER NOT NULL DEFAULT 0,
    credit_back INTEGER NOT NULL DEFAULT 0,
    -- The attempt to give the card's part back.
    refund_attempt_id TEXT REFERENCES payment_attempts (id),
    created_at INTEGER NOT NULL,
    -- When it was shipped, or was found to be sold out.
    closed_at INTEGER,
    -- When what went back was booked.
    booked_at INTEGER
) STRICT;
CREATE INDEX exchanges_by_order ON exchanges (order_id);

-- Coupons that the shop issues.
CREATE TABLE coupons (
    -- In upper case: what is unique.
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

-- What a gift card was issued with: its balance and all that was drawn on it.
ALTER TABLE gift_cards ADD COLUMN issued INTEGER NOT NULL DEFAULT 0;
UPDATE gift_cards SET issued = balance + COALESCE((SELECT SUM(amount) FROM gift_card_draws
    WHERE gift_card_draws.gift_card_id = gift_cards.id AND gift_card_draws.status <> 'released'), 0);

-- The embedded gateway's refunds: a charge can go back in parts, each once for its key.
CREATE TABLE sandbox_refunds (
    gateway_key TEXT PRIMARY KEY,
    charge_id TEXT NOT NULL REFERENCES sandbox_charges (id),
    amount INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
