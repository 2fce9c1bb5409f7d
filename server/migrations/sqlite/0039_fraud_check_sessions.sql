-- Each session has its own id at the fraud check, so that what a browser shows of itself is not mixed with another one's. The
-- sessions that are open keep the one that their customer has had.
ALTER TABLE sessions ADD COLUMN kount_session_id TEXT NOT NULL DEFAULT '';
UPDATE sessions SET kount_session_id = (SELECT kount_session_id FROM customers WHERE customers.id = sessions.customer_id);
