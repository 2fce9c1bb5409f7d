-- The items of past boxes of which a customer wants more. The next order takes them along in its note to the stylist.
CREATE TABLE next_box_wishes (
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    line_item_id TEXT NOT NULL REFERENCES line_items (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (customer_id, line_item_id)
) STRICT;
CREATE INDEX next_box_wishes_by_line_item ON next_box_wishes (line_item_id);
