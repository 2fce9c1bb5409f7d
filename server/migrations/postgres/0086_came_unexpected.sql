-- When a parcel came for which nobody waited any more: its pieces had been written off, or its order was called off while it was out.
ALTER TABLE shipments ADD COLUMN came_unexpected_at BIGINT;
CREATE INDEX unexpected_shipments ON shipments (came_unexpected_at) WHERE came_unexpected_at IS NOT NULL;
