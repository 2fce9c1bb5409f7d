-- Which message told the customer of the subscription box of that day; whether it left stands in the outbox. Another day,
-- another notice, and another plan voids it. Of the notices before this nobody knows whether they left: they are given anew.
DROP TABLE next_box_notices;
CREATE TABLE next_box_notices (
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    box_date TEXT NOT NULL,
    message_id TEXT NOT NULL REFERENCES outbox (id),
    PRIMARY KEY (customer_id, box_date)
);
