-- When a card of the sandbox ends: its bank declines a charge after that. NULL if nobody kept it when the token was made.
ALTER TABLE sandbox_tokens ADD COLUMN expiration TEXT;

-- What has to be forgotten is not asked for before its time: a card that is not on file yet may still be saved. A party is also asked to
-- forget a card that never was on file, the party "card".
ALTER TABLE forget_requests ADD COLUMN due_at BIGINT NOT NULL DEFAULT 0;
UPDATE forget_requests SET due_at = created_at;
DROP INDEX forget_requests_by_time;
CREATE INDEX forget_requests_by_time ON forget_requests (due_at, id);
CREATE INDEX forget_requests_by_reference ON forget_requests (reference);
CREATE INDEX cards_by_token ON cards (gateway_token);
UPDATE sandbox_tokens SET expiration = (SELECT MAX(cards.expiration) FROM cards WHERE cards.gateway_token = sandbox_tokens.token)
WHERE behaviour <> 'forgotten';

-- The order that has taken an item along in its note; NULL while the item waits for the next box.
ALTER TABLE next_box_wishes ADD COLUMN order_id TEXT REFERENCES orders (id);
CREATE INDEX next_box_wishes_by_order ON next_box_wishes (order_id);
