-- Limits that slide, and what is removed when its time has passed. Only adds: servers of 0.2.0 work on these tables too.

-- The tables that get an index. If a call holds one of them, the step gives way before it has made an index.
LOCK TABLE customers, suggested_item_clicks, outbox, cards, shipments, fraud_holds, gateway_customers, gateway_movements IN SHARE MODE;

-- When one subject (an address, an account) last made one limited call. Servers of 0.2.0 count in rate_limits, in windows that stand still;
-- that table goes in a later release.
CREATE TABLE tries (
    bucket TEXT PRIMARY KEY,
    -- The times of the latest tries, the newest first: whole microseconds since 1970, 16 digits each, one after the other.
    made_at TEXT NOT NULL,
    -- How many tries the newest time stands for. In a limit of many tries, each time stands for several.
    at_newest BIGINT NOT NULL,
    -- When none of them counts any more.
    expires_at BIGINT NOT NULL
);
CREATE INDEX tries_by_expiry ON tries (expires_at);

-- Accounts that were made and never used: the job "closings".
CREATE INDEX customers_never_used ON customers (created_at)
    WHERE celerant_id IS NULL AND erased_at IS NULL AND closing_since IS NULL;

-- What the job "housekeeping" removes or empties.
CREATE INDEX suggested_item_clicks_by_time ON suggested_item_clicks (at);
CREATE INDEX outbox_events_sent ON outbox (sent_at) WHERE channel = 'analytics' AND sent_at IS NOT NULL;
CREATE INDEX cards_to_empty ON cards (replaced_at) WHERE replaced_at IS NOT NULL AND gateway_token <> '';
CREATE INDEX shipments_to_empty ON shipments (created_at)
    WHERE (document IS NOT NULL OR place IS NOT NULL) AND label_due_at IS NULL AND look_at IS NULL;
CREATE INDEX fraud_holds_to_empty ON fraud_holds (held_at) WHERE looked_at <> '';

-- After a restored backup: whose a charge is, and the charges that the books have as the gateway's, which are not taken up.
CREATE INDEX gateway_customers_by_reference ON gateway_customers (reference);
CREATE INDEX gateway_movements_foreign_charges ON gateway_movements (charge_id) WHERE kind = 'charge' AND outcome = 'foreign';
