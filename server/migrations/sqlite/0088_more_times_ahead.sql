-- More times that lie too far ahead, because a clock was ahead when they were written, are found by these.
CREATE INDEX payment_attempts_by_creation ON payment_attempts (created_at);
CREATE INDEX payment_attempts_settled ON payment_attempts (settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX payment_attempts_confirm ON payment_attempts (confirm_by) WHERE status IN ('pending', 'unknown') AND confirm_by IS NOT NULL;
CREATE INDEX ended_charges_by_time ON ended_charges (ended_at);
CREATE INDEX outbox_sent ON outbox (sent_at) WHERE sent_at IS NOT NULL;
CREATE INDEX photos_not_deleted ON photos (delete_failed_at) WHERE delete_failed_at IS NOT NULL;
CREATE INDEX marks_by_creation ON marks (created_at);
CREATE INDEX shipments_followed ON shipments (made_at) WHERE look_at IS NOT NULL;
CREATE INDEX shipments_seen ON shipments (seen_at) WHERE look_at IS NOT NULL AND seen_at IS NOT NULL;
-- The newest movement says how far the gateway's list is read, by the gateway's own clock.
CREATE INDEX gateway_movements_by_time ON gateway_movements (moved_at);
CREATE INDEX gateway_movements_read ON gateway_movements (read_at) WHERE outcome = 'waiting';
