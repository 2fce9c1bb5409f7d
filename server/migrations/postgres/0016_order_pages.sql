-- A customer's orders come in pages, the unfinished one first.
CREATE INDEX orders_by_page ON orders (customer_id, finished, created_at DESC, id DESC);
