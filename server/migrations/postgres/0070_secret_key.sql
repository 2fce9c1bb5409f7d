-- The service has a secret key outside the database. What an earlier version hashed or signed under keys in here is recognised for two
-- more days; then those keys are deleted.
UPDATE server_keys SET created_at = CAST(EXTRACT(EPOCH FROM now()) * 1000000 AS BIGINT)
WHERE name IN ('card_refusals', 'human_check', 'reviews', 'uploads');
-- The hash of a gift card's number is keyed: by which key, and the hash without it, encrypted. The first start of a server fills both.
ALTER TABLE gift_cards ADD COLUMN sealed TEXT;
ALTER TABLE gift_cards ADD COLUMN key_id TEXT;
CREATE INDEX gift_cards_by_key ON gift_cards (key_id);
