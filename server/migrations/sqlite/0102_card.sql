-- Cards on file, cards that were refused, and what the gateway calls a customer.

-- The gateway's token of a card and what may be shown of it; never its number or CVV.
CREATE TABLE cards (
    id TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    gateway_token TEXT NOT NULL,
    -- The payment method that the gateway's own fields made of the card: its token may have another name. A card that was typed has none.
    payment_method TEXT,
    -- A keyed hash of the gateway's fingerprint of the card's number: the same for the same number, whoever saves it. A card without one
    -- is known by its own id.
    fingerprint TEXT,
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
    replaced_at INTEGER,
    -- When the customer was told that the card ends soon.
    expiry_told_at INTEGER
) STRICT;
CREATE UNIQUE INDEX one_current_card ON cards (customer_id) WHERE replaced_at IS NULL;
-- All cards of a customer: the export, and the end of an account.
CREATE INDEX cards_by_customer ON cards (customer_id, created_at);
CREATE INDEX cards_by_token ON cards (gateway_token);
CREATE INDEX cards_by_fingerprint ON cards (fingerprint) WHERE fingerprint IS NOT NULL;
-- The job "card_expiry": the current cards whose customers were not told, by year and month (YYMM) of their end. An end that cannot be
-- read comes first, so that the job finds it and says so.
CREATE INDEX cards_by_end
    ON cards ((CASE WHEN SUBSTR(expiration, 3, 1) = '/' THEN SUBSTR(expiration, 4, 2) || SUBSTR(expiration, 1, 2) ELSE '' END))
    WHERE replaced_at IS NULL AND expiry_told_at IS NULL;

-- Cards that were refused when a customer wanted to save them, so that nobody tests stolen numbers here. Kept for some weeks. They
-- belong to no account: if one ends, a keyed mark takes the place of the customer.
CREATE TABLE card_refusals (
    id TEXT PRIMARY KEY,
    customer_id TEXT REFERENCES customers (id),
    account TEXT,
    -- Hashes under a key of the servers: of the caller's network, and of the gateway's fingerprint of the card's number.
    network TEXT NOT NULL,
    card TEXT,
    -- declined, debit or unknown_number
    reason TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX card_refusals_by_customer ON card_refusals (customer_id, created_at);
CREATE INDEX card_refusals_by_network ON card_refusals (network, created_at);
CREATE INDEX card_refusals_by_card ON card_refusals (card, created_at);
CREATE INDEX card_refusals_by_time ON card_refusals (created_at);

-- Cards that were declined for good: no charge that the service starts uses them. They belong to no account, and end by their own time.
CREATE TABLE declined_cards (
    -- The fingerprint, with the expiration if only the card with that end was declined; or the id of a card without a fingerprint.
    card TEXT PRIMARY KEY,
    reason TEXT NOT NULL,
    declined_at INTEGER NOT NULL
) STRICT;
CREATE INDEX declined_cards_by_age ON declined_cards (declined_at);

-- The gateway's own id of a customer.
CREATE TABLE gateway_customers (
    customer_id TEXT PRIMARY KEY REFERENCES customers (id),
    reference TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
