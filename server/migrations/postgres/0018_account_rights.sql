-- The e-mail address that a customer has asked for, until its link is opened: the newest only, and of the link's token a hash.
CREATE TABLE email_changes (
    customer_id TEXT PRIMARY KEY REFERENCES customers (id) ON DELETE CASCADE,
    email TEXT NOT NULL,
    email_key TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX email_changes_by_expiry ON email_changes (expires_at);

-- The devices from which a customer has signed in, by a hash of the account and of what a cookie says: nobody can tell from it
-- that two customers share one.
CREATE TABLE known_devices (
    device_hash TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    first_seen_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX known_devices_by_customer ON known_devices (customer_id);
CREATE INDEX known_devices_by_expiry ON known_devices (expires_at);

-- In what a session was opened, as the customer reads it, and by which of the known devices.
ALTER TABLE sessions ADD COLUMN device_name TEXT NOT NULL DEFAULT 'A browser';
ALTER TABLE sessions ADD COLUMN device_hash TEXT;
