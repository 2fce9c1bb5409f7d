-- Refused cards belong to no account: if one ends, a keyed mark takes the place of the customer.
ALTER TABLE card_refusals ALTER COLUMN customer_id DROP NOT NULL;
ALTER TABLE card_refusals ADD COLUMN account TEXT;

-- Keyed marks that belong to no account: offers that were used, orders that were stopped, places to which boxes went.
CREATE TABLE marks (
    id TEXT PRIMARY KEY,
    -- welcome, invitation, stopped or ordered_to
    kind TEXT NOT NULL,
    account TEXT,
    hash TEXT NOT NULL,
    sealed TEXT NOT NULL,
    key_id TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX marks_by_hash ON marks (hash, expires_at);
CREATE INDEX marks_by_key ON marks (key_id);
CREATE INDEX marks_by_end ON marks (expires_at);
