-- Refused cards belong to no account: if one ends, a keyed mark takes the place of the customer.
CREATE TABLE card_refusals_of_nobody (
    id TEXT PRIMARY KEY,
    customer_id TEXT REFERENCES customers (id),
    network TEXT NOT NULL,
    card TEXT,
    reason TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    account TEXT
) STRICT;
INSERT INTO card_refusals_of_nobody (id, customer_id, network, card, reason, created_at)
SELECT id, customer_id, network, card, reason, created_at FROM card_refusals;
DROP TABLE card_refusals;
ALTER TABLE card_refusals_of_nobody RENAME TO card_refusals;
CREATE INDEX card_refusals_by_customer ON card_refusals (customer_id, created_at);
CREATE INDEX card_refusals_by_network ON card_refusals (network, created_at);
CREATE INDEX card_refusals_by_card ON card_refusals (card, created_at);
CREATE INDEX card_refusals_by_time ON card_refusals (created_at);

-- Keyed marks that belong to no account: offers that were used, orders that were stopped, places to which boxes went.
CREATE TABLE marks (
    id TEXT PRIMARY KEY,
    -- welcome, invitation, stopped or ordered_to
    kind TEXT NOT NULL,
    account TEXT,
    hash TEXT NOT NULL,
    sealed TEXT NOT NULL,
    key_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX marks_by_hash ON marks (hash, expires_at);
CREATE INDEX marks_by_key ON marks (key_id);
CREATE INDEX marks_by_end ON marks (expires_at);
