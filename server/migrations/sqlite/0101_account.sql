-- Customers, how they get access, and what belongs to a person: addresses, referrals, phones.
--
-- All files of this folder hold for both engines: the same tables, columns and indexes, in the types of each. Money is whole cents, an
-- instant whole microseconds since 1970 (UTC), a date text (YYYY-MM-DD), an id a UUIDv7 as text, JSON text. A secret is stored only as
-- a hash. The files follow each other in the order of foreign keys: a table refers only to tables above it. Sessions, rate limits and
-- idempotency keys belong to no area; they are here because codes and links refer to sessions, and sessions to customers.

CREATE TABLE customers (
    id TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    -- The address in lower case, which is unique.
    email_key TEXT NOT NULL UNIQUE,
    -- Since when emails to the present address do not arrive.
    email_bounced_at INTEGER,
    password_hash TEXT NOT NULL,
    -- Whether the customer has chosen the password. A store's sign-up makes one that nobody knows.
    has_password INTEGER NOT NULL DEFAULT 1 CHECK (has_password IN (0, 1)),
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    registration_postal_code TEXT NOT NULL,
    phone TEXT,
    subscription_type TEXT,
    skip_days INTEGER NOT NULL DEFAULT 0,
    preferred_stylist TEXT,
    assigned_location_id TEXT,
    -- Given when billing is first saved; until then the account counts as abandoned.
    celerant_id TEXT,
    kount_session_id TEXT NOT NULL,
    referral_code TEXT NOT NULL UNIQUE,
    referred_by_code TEXT,
    campaign_code TEXT,
    campaign_url TEXT,
    internal_note TEXT,
    -- Whether the customer agreed to analytics, when, and to which version of the question: only who agreed has a client id.
    google_analytics_client_id TEXT,
    analytics_consent_version TEXT,
    analytics_decided_at INTEGER,
    styling_fee_override_code TEXT,
    -- True until the first order is checked out.
    first_timer INTEGER NOT NULL CHECK (first_timer IN (0, 1)),
    dressing_room_to_go_signup INTEGER NOT NULL CHECK (dressing_room_to_go_signup IN (0, 1)),
    themebox_signup INTEGER NOT NULL CHECK (themebox_signup IN (0, 1)),
    registered_in_store INTEGER NOT NULL CHECK (registered_in_store IN (0, 1)),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    -- Since when the account is being closed, and when it ended: then nothing of the person is left in it.
    closing_since INTEGER,
    erased_at INTEGER
) STRICT;
-- Whether an order of a phone was stopped: the fraud check reads the customers of the phone.
CREATE INDEX customers_by_phone ON customers (phone) WHERE phone IS NOT NULL;
-- The job "closings".
CREATE INDEX customers_closing ON customers (closing_since) WHERE closing_since IS NOT NULL;

-- Access -----------------------------------------------------------------------------------------------------------------

CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    token_hash TEXT NOT NULL UNIQUE,
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    -- When the session last proved by a code that the customer is there.
    mfa_verified_at INTEGER,
    -- The browser that the session was opened in, as the customer reads it, and its row of known_devices.
    device_name TEXT NOT NULL DEFAULT 'A browser',
    device_hash TEXT,
    -- Its own id at the fraud check, so that what one browser shows of itself is not mixed with what another shows.
    kount_session_id TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX sessions_by_customer ON sessions (customer_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- How often one subject (an address, an account) made one limited call in one period.
CREATE TABLE rate_limits (
    bucket TEXT NOT NULL,
    window_start INTEGER NOT NULL,
    hits INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (bucket, window_start)
) STRICT;
CREATE INDEX rate_limits_by_expiry ON rate_limits (expires_at);

-- Outcomes of calls that must act once, by the key that the caller gave.
CREATE TABLE idempotency_keys (
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    idempotency_key TEXT NOT NULL,
    -- A hash of the call and its body: another body under the same key is an error.
    request_hash TEXT NOT NULL,
    -- How the call has ended, as JSON: the id of the order that it made, the id of the invoice that it paid, or the code of its
    -- refusal. NULL until it has ended.
    outcome TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (customer_id, idempotency_key)
) STRICT;
CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at);

-- Solved challenges of the human check: each counts once.
CREATE TABLE human_check_used (
    challenge TEXT PRIMARY KEY,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX human_check_used_by_expiry ON human_check_used (expires_at);

-- Links to choose another password.
CREATE TABLE reset_tokens (
    token_hash TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER
) STRICT;
CREATE INDEX reset_tokens_by_customer ON reset_tokens (customer_id);
CREATE INDEX reset_tokens_by_expiry ON reset_tokens (expires_at);

-- The change that waits for a code: one for each session, the last that was asked for. A password is in it as its hash, a card as the
-- gateway's token.
CREATE TABLE pending_changes (
    session_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    kind TEXT NOT NULL DEFAULT 'account',
    change TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX pending_changes_by_expiry ON pending_changes (expires_at);

-- The code that a session was sent: the newest only, as a hash.
CREATE TABLE mfa_codes (
    session_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    code_hash TEXT NOT NULL,
    tries INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX mfa_codes_by_expiry ON mfa_codes (expires_at);

-- Codes by which a customer goes on on their own phone: one for each session on a store's tablet. It ends with the session.
CREATE TABLE phone_links (
    session_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    token_hash TEXT NOT NULL UNIQUE,
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    -- The page that the customer was on.
    path TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER
) STRICT;
CREATE INDEX phone_links_by_customer ON phone_links (customer_id);
CREATE INDEX phone_links_by_expiry ON phone_links (expires_at);

-- The email address that a customer has asked for, until its link is opened: the newest only. The link's token is stored as a hash.
CREATE TABLE email_changes (
    customer_id TEXT PRIMARY KEY REFERENCES customers (id) ON DELETE CASCADE,
    email TEXT NOT NULL,
    email_key TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX email_changes_by_expiry ON email_changes (expires_at);

-- The devices that a customer has signed in from, as a hash of the account and of what a cookie says: it does not show that two
-- customers share one.
CREATE TABLE known_devices (
    device_hash TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    first_seen_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX known_devices_by_customer ON known_devices (customer_id);
CREATE INDEX known_devices_by_expiry ON known_devices (expires_at);

-- Addresses, phones, referrals -----------------------------------------------------------------------------------------------

CREATE TABLE shipping_addresses (
    id TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    phone TEXT NOT NULL,
    line_1 TEXT NOT NULL,
    line_2 TEXT,
    city TEXT NOT NULL,
    state TEXT NOT NULL,
    postal_code TEXT NOT NULL,
    country TEXT NOT NULL,
    is_primary INTEGER NOT NULL CHECK (is_primary IN (0, 1)),
    created_at INTEGER NOT NULL,
    -- Past orders name addresses that the customer has removed since.
    removed_at INTEGER,
    -- The address as the address check writes it, as JSON, until the customer has taken or declined it.
    suggestion TEXT,
    -- If the address check did not answer when the address was saved: when it is checked next, and how often that was tried.
    check_due_at INTEGER,
    check_tries INTEGER NOT NULL DEFAULT 0,
    -- Since when it is known that nothing can be delivered there.
    undeliverable_since INTEGER,
    -- Addresses of one place have the same key: the first five digits of the ZIP code, and the street in small letters without blanks.
    -- SQLite knows the case of ASCII's letters alone, and PostgreSQL is told to: a street with others has only its ZIP code here, and
    -- the program compares the rest.
    place_key TEXT GENERATED ALWAYS AS (
        SUBSTR(postal_code, 1, 5) || ' ' || CASE WHEN LENGTH(line_1) = LENGTH(CAST(line_1 AS BLOB))
            THEN LOWER(REPLACE(TRIM(line_1, CHAR(9, 10, 11, 12, 13, 32)), ' ', '')) ELSE '' END) VIRTUAL
) STRICT;
CREATE UNIQUE INDEX one_primary_shipping_address ON shipping_addresses (customer_id) WHERE is_primary;
CREATE INDEX shipping_addresses_by_customer ON shipping_addresses (customer_id);
CREATE INDEX shipping_addresses_by_place ON shipping_addresses (place_key);
CREATE INDEX shipping_addresses_to_check ON shipping_addresses (check_due_at) WHERE check_due_at IS NOT NULL;

-- What the text message service has said of customers' phones: whether they get text messages.
CREATE TABLE phone_facts (
    -- Ten digits. The row goes once no customer has the phone.
    phone TEXT PRIMARY KEY,
    -- stopped or unreachable; NULL if the phone is reached
    trouble TEXT,
    -- When the message that shows it was sent, or the one that says it came in.
    known_since INTEGER NOT NULL
) STRICT;
CREATE INDEX phone_facts_by_time ON phone_facts (known_since);

-- A percentage off that a referral earned: the friend's at registration, the referrer's at the friend's first checkout.
CREATE TABLE referral_rewards (
    id TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    -- friend or referrer
    earned_as TEXT NOT NULL,
    -- The other one of the two.
    other_customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    percent INTEGER NOT NULL,
    earned_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER,
    -- When the referrer lost it, because the friend's whole purchase was refunded.
    taken_back_at INTEGER,
    UNIQUE (customer_id, earned_as, other_customer_id)
) STRICT;
-- A customer's friends.
CREATE INDEX referral_rewards_by_other ON referral_rewards (other_customer_id, earned_as, earned_at);

-- What outlives an account --------------------------------------------------------------------------------------------------

-- What outside parties still have to forget of people whose accounts have ended: a row stays until its party has answered.
CREATE TABLE forget_requests (
    id TEXT PRIMARY KEY,
    -- payment, reviews, or card for a card that never was on file
    party TEXT NOT NULL,
    -- What the party knows it by: the token of a card, or the order of a review.
    reference TEXT NOT NULL,
    -- The email address that a review was posted with.
    author_email TEXT,
    created_at INTEGER NOT NULL,
    -- The party is not asked before this: a card that is not on file yet may still be saved.
    due_at INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX forget_requests_by_time ON forget_requests (due_at, id);
CREATE INDEX forget_requests_by_reference ON forget_requests (reference);

-- Keyed marks that belong to no account: offers that were used, orders that were stopped, places that boxes went to.
CREATE TABLE marks (
    id TEXT PRIMARY KEY,
    -- welcome, invitation, stopped or ordered_to
    kind TEXT NOT NULL,
    -- A mark that an account has left by changing its email address does not count against that account while it exists.
    account TEXT,
    hash TEXT NOT NULL,
    sealed TEXT NOT NULL,
    key_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX marks_by_hash ON marks (hash, expires_at);
CREATE INDEX marks_by_key ON marks (key_id);
CREATE INDEX marks_by_end ON marks (expires_at);
CREATE INDEX marks_by_account ON marks (account) WHERE account IS NOT NULL;
-- Times that lie too far ahead, because a clock was ahead when they were written, are found by this.
CREATE INDEX marks_by_creation ON marks (created_at);
