-- An address that was saved while the address check did not answer: when it is checked next, and how often that was tried.
ALTER TABLE shipping_addresses ADD COLUMN check_due_at BIGINT;
ALTER TABLE shipping_addresses ADD COLUMN check_tries BIGINT NOT NULL DEFAULT 0;
-- Since when it is known that nothing can be delivered to an address.
ALTER TABLE shipping_addresses ADD COLUMN undeliverable_since BIGINT;
CREATE INDEX shipping_addresses_to_check ON shipping_addresses (check_due_at) WHERE check_due_at IS NOT NULL;
