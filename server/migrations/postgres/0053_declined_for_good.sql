-- A keyed hash of the gateway's fingerprint of the card's number: the same for the same number, whoever saves it. Cards that were saved
-- before have none, and are known by their own id.
ALTER TABLE cards ADD COLUMN fingerprint TEXT;
CREATE INDEX cards_by_fingerprint ON cards (fingerprint) WHERE fingerprint IS NOT NULL;

-- What the card's network advised with a decline.
ALTER TABLE payment_attempts ADD COLUMN decline_advice TEXT;

-- Cards that were declined for good: no charge that the service starts uses them. They belong to no account, and end by their own time.
CREATE TABLE declined_cards (
    -- The fingerprint, with the expiration if only the card of that end was declined; or the id of a card without a fingerprint.
    card TEXT PRIMARY KEY,
    reason TEXT NOT NULL,
    declined_at BIGINT NOT NULL
);
CREATE INDEX declined_cards_by_age ON declined_cards (declined_at);

-- Charges of orders that are not tried again with the card on file. What was declined more often than that before this step is ended
-- by the jobs `fees` and `system_checkout`, which tell the customer.
CREATE TABLE ended_charges (
    order_id TEXT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    -- styling_fee or checkout
    purpose TEXT NOT NULL,
    card TEXT NOT NULL,
    ended_at BIGINT NOT NULL,
    PRIMARY KEY (order_id, purpose)
);
