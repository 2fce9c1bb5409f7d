-- The address as the address check writes it, as JSON, until the customer has taken or declined it.
ALTER TABLE shipping_addresses ADD COLUMN suggestion TEXT;
