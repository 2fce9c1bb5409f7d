-- Cards that were refused when a customer wanted to save them, so that nobody tests stolen numbers here. Kept for some weeks.
CREATE TABLE card_refusals (
    id TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL REFERENCES customers (id),
    -- Hashes under a key of the servers: of the caller's network, and of what the gateway knows the card's number by.
    network TEXT NOT NULL,
    card TEXT,
    -- declined, debit or unknown_number
    reason TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX card_refusals_by_customer ON card_refusals (customer_id, created_at);
CREATE INDEX card_refusals_by_network ON card_refusals (network, created_at);
CREATE INDEX card_refusals_by_card ON card_refusals (card, created_at);
CREATE INDEX card_refusals_by_time ON card_refusals (created_at);
