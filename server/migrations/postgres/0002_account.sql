-- The second factor, what waits for it, and addresses that can be taken away.

-- By which way a message leaves: email or sms.
ALTER TABLE outbox ADD COLUMN channel TEXT NOT NULL DEFAULT 'email' CHECK (channel IN ('email', 'sms'));

-- When the session last proved, by a code, that the customer is there.
ALTER TABLE sessions ADD COLUMN mfa_verified_at BIGINT;

-- Orders of the past name addresses that the customer has taken away since.
ALTER TABLE shipping_addresses ADD COLUMN removed_at BIGINT;

-- The change that waits for a code: one a session, the last that was asked for. A password is in it as its hash, a card as
-- the gateway's token.
CREATE TABLE pending_changes (
    session_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    change TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX pending_changes_by_expiry ON pending_changes (expires_at);

-- The code that a session was sent: the newest only, and of it only a hash.
CREATE TABLE mfa_codes (
    session_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    code_hash TEXT NOT NULL,
    tries BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX mfa_codes_by_expiry ON mfa_codes (expires_at);
