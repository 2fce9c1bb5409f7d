-- Whether the customer has chosen the password. A store's sign-up makes one that nobody knows.
ALTER TABLE customers ADD COLUMN has_password INTEGER NOT NULL DEFAULT 1 CHECK (has_password IN (0, 1));

-- Codes by which a customer goes on on their own phone: one for each session on a store's tablet. It ends with the session.
CREATE TABLE phone_links (
    session_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    token_hash TEXT NOT NULL UNIQUE,
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    -- Where the customer was.
    path TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER
) STRICT;
CREATE INDEX phone_links_by_customer ON phone_links (customer_id);
CREATE INDEX phone_links_by_expiry ON phone_links (expires_at);
