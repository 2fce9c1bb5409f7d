-- An order that the fraud check does not trust: nothing is charged before the shop has cleared it. Whom the check itself stopped
-- before this, it counts no longer: only what the shop stopped.
CREATE TABLE fraud_holds (
    order_id TEXT PRIMARY KEY REFERENCES orders (id),
    -- for the back of the shop
    why TEXT NOT NULL,
    -- the fingerprint of what was looked at: of that alone something was said
    looked_at TEXT NOT NULL,
    held_at INTEGER NOT NULL,
    cleared_at INTEGER
) STRICT;
