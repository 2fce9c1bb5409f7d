-- An order that can no longer come on its day moves to a later one: how often it has, from which day it moved last, and since when its
-- customer is asked whether to keep it.
ALTER TABLE orders ADD COLUMN day_moves BIGINT NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN moved_from TEXT;
ALTER TABLE orders ADD COLUMN asked_on TEXT;
CREATE INDEX unfinished_orders_by_day ON orders (status, ship_by_date) WHERE finished = FALSE;
CREATE INDEX asked_orders ON orders (asked_on) WHERE asked_on IS NOT NULL;
CREATE INDEX moved_orders ON orders (created_at, id) WHERE finished = FALSE AND day_moves > 0;
