-- The next boxes of subscriptions.

-- The message that told the customer of the subscription box of that day; the outbox says whether it was sent. Another day needs another
-- notice, and another plan voids it.
CREATE TABLE next_box_notices (
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    box_date TEXT NOT NULL,
    message_id TEXT NOT NULL REFERENCES outbox (id),
    PRIMARY KEY (customer_id, box_date)
) STRICT;
-- A message that is taken back is looked up here.
CREATE INDEX next_box_notices_of_message ON next_box_notices (message_id);

-- The day on which the job "next_boxes" is to look at a customer again; NULL while nothing can be due before something changes. The
-- job puts the day off after it has looked, and the triggers below bring it back to the first of all days whenever something
-- changes that can bring a box forward, whoever changes it and however. A day that is too early costs a look. One that is too late
-- would delay the box: if a later migration comes with another rule of when a customer is told of a box or gets one, it must set all
-- days to 0001-01-01.
CREATE TABLE next_box_looks (
    customer_id TEXT PRIMARY KEY REFERENCES customers (id) ON DELETE CASCADE,
    look_on TEXT,
    -- Counts the changes: the day is put off only by a look that has seen the last of them.
    changes INTEGER NOT NULL
) STRICT;
CREATE INDEX next_box_looks_by_day ON next_box_looks (look_on, customer_id);

-- A box is over, or the days of a finished one changed.
CREATE TRIGGER next_box_after_new_order AFTER INSERT ON orders WHEN NEW.finished
BEGIN
    INSERT INTO next_box_looks (customer_id, look_on, changes) VALUES (NEW.customer_id, '0001-01-01', 1)
    ON CONFLICT (customer_id) DO UPDATE SET look_on = excluded.look_on, changes = next_box_looks.changes + 1;
END;
CREATE TRIGGER next_box_after_order AFTER UPDATE OF finished, subscription_type, ship_by_date, delivery_date ON orders
WHEN NEW.finished AND (NOT OLD.finished OR NEW.subscription_type <> OLD.subscription_type
    OR NEW.ship_by_date <> OLD.ship_by_date OR NEW.delivery_date IS NOT OLD.delivery_date)
BEGIN
    INSERT INTO next_box_looks (customer_id, look_on, changes) VALUES (NEW.customer_id, '0001-01-01', 1)
    ON CONFLICT (customer_id) DO UPDATE SET look_on = excluded.look_on, changes = next_box_looks.changes + 1;
END;
-- Another plan, or a skip.
CREATE TRIGGER next_box_after_plan AFTER UPDATE OF subscription_type, skip_days ON customers
WHEN NEW.subscription_type IS NOT OLD.subscription_type OR NEW.skip_days <> OLD.skip_days
BEGIN
    INSERT INTO next_box_looks (customer_id, look_on, changes) VALUES (NEW.id, '0001-01-01', 1)
    ON CONFLICT (customer_id) DO UPDATE SET look_on = excluded.look_on, changes = next_box_looks.changes + 1;
END;
-- A notice is void.
CREATE TRIGGER next_box_after_void AFTER DELETE ON next_box_notices
BEGIN
    UPDATE next_box_looks SET look_on = '0001-01-01', changes = changes + 1 WHERE customer_id = OLD.customer_id;
END;
