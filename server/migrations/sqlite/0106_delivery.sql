-- Parcels of orders.

-- Parcels with a label of the carrier's service. A row is written before the service is asked, and its id is our key there.
CREATE TABLE shipments (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    -- to_customer, back or exchange
    way TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    -- wanted, made, unwanted, refunding, refunded, not_refunded or called_off
    status TEXT NOT NULL,
    -- The offer that the service was asked to make the label from, and when. Without an answer it is looked up before it is asked again.
    offer TEXT,
    asked_at INTEGER,
    transaction_id TEXT,
    tracking_code TEXT,
    tracking_page TEXT,
    document TEXT,
    made_at INTEGER,
    -- When the service is asked about the label at the earliest; NULL once nothing is left to do.
    label_due_at INTEGER,
    -- Until when one server works on it.
    claimed_until INTEGER,
    attempts INTEGER NOT NULL,
    last_error TEXT,
    -- What the carrier says of the parcel, when and where that was.
    parcel_status TEXT NOT NULL,
    seen_at INTEGER,
    place TEXT,
    -- When the service is asked where the parcel is; NULL once nobody has to.
    look_at INTEGER,
    -- How often it did not answer.
    looks_failed INTEGER NOT NULL,
    -- When a parcel came that nobody waited for any more: its pieces had been written off, or its order was called off while it was out.
    came_unexpected_at INTEGER
) STRICT;
CREATE INDEX shipments_of_order ON shipments (order_id, created_at);
CREATE INDEX shipments_by_code ON shipments (tracking_code);
CREATE INDEX shipments_label_due ON shipments (label_due_at, id) WHERE label_due_at IS NOT NULL;
CREATE INDEX shipments_look ON shipments (look_at, id) WHERE look_at IS NOT NULL;
CREATE INDEX shipments_not_refunded ON shipments (made_at, id) WHERE status = 'not_refunded';
CREATE INDEX unexpected_shipments ON shipments (came_unexpected_at) WHERE came_unexpected_at IS NOT NULL;
-- Times that lie too far ahead, because a clock was ahead when they were written, are found by these.
CREATE INDEX shipments_claimed ON shipments (claimed_until) WHERE claimed_until IS NOT NULL;
CREATE INDEX shipments_followed ON shipments (made_at) WHERE look_at IS NOT NULL;
CREATE INDEX shipments_seen ON shipments (seen_at) WHERE look_at IS NOT NULL AND seen_at IS NOT NULL;
