-- Which garments a customer was ever packed: a row a garment, however many boxes it was in, so that what suggestions leave out is bounded by
-- the catalogue and not by the customer's past.
CREATE TABLE garments_packed (
    customer_id TEXT NOT NULL REFERENCES customers (id),
    product_id TEXT NOT NULL,
    PRIMARY KEY (customer_id, product_id)
) STRICT, WITHOUT ROWID;
INSERT INTO garments_packed (customer_id, product_id)
    SELECT DISTINCT orders.customer_id, line_items.product_id FROM orders JOIN line_items ON line_items.order_id = orders.id
    WHERE NOT EXISTS (SELECT 1 FROM customers WHERE customers.id = orders.customer_id AND customers.erased_at IS NOT NULL);
