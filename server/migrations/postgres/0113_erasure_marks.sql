-- Their marks are written beside the backups, so that a restored backup does not bring them back.
CREATE INDEX customers_erased ON customers (erased_at, id) WHERE erased_at IS NOT NULL;
