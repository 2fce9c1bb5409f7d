-- A dispute keeps the account of its customer until the bank has decided, also when staff have answered it.
ALTER TABLE gateway_notices ADD COLUMN over_at BIGINT;
UPDATE gateway_notices SET over_at = updated_at
WHERE kind <> 'dispute' OR status IN ('won', 'lost', 'warning_closed', 'prevented');
