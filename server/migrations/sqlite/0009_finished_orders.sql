-- Whether an order is finished, kept beside its status: what works on the orders under way walks an index of them alone, however
-- many orders are finished.
ALTER TABLE orders ADD COLUMN finished INTEGER NOT NULL DEFAULT 0 CHECK (finished IN (0, 1));
UPDATE orders SET finished = 1 WHERE status IN ('completed', 'cancelled', 'fraud');

DROP INDEX one_unfinished_order;
CREATE UNIQUE INDEX one_unfinished_order ON orders (customer_id) WHERE finished = FALSE;
-- All that are not finished, and those of them in one status.
CREATE INDEX orders_by_finished ON orders (finished, created_at, id);
CREATE INDEX unfinished_orders_by_status ON orders (status, created_at, id) WHERE finished = FALSE;
DROP INDEX orders_by_status;

-- A customer's orders come in pages, the newest first.
DROP INDEX orders_by_customer;
CREATE INDEX orders_by_customer ON orders (customer_id, created_at, id);
