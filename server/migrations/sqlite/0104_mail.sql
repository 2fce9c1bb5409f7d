-- Messages. Other areas refer to them, so they come before orders.

-- Messages that are written in the transaction that causes them and sent afterwards: emails, text messages, events of analytics, and
-- reviews for a third party's service.
CREATE TABLE outbox (
    id TEXT PRIMARY KEY,
    channel TEXT NOT NULL DEFAULT 'email' CHECK (channel IN ('email', 'sms', 'analytics', 'review')),
    kind TEXT NOT NULL,
    -- Whose a message is, also once it is sent: the export has it, and it goes with the account. A customer who takes back their consent,
    -- or corrects their address, takes back what is not sent. It is no foreign key, so that a message never holds up the end of an account.
    customer_id TEXT,
    recipient TEXT NOT NULL,
    subject TEXT NOT NULL,
    -- A review's message has the id of the review here, and no text of its own.
    body TEXT NOT NULL,
    -- An email as HTML, beside its text; empty for other messages, and once it is sent.
    html TEXT NOT NULL DEFAULT '',
    created_at INTEGER NOT NULL,
    -- Until when the days and times that it names are right; NULL if they always are.
    true_until INTEGER,
    sent_at INTEGER,
    -- A message is claimed before it is handed over, and marked afterwards.
    attempts INTEGER NOT NULL DEFAULT 0,
    claimed_until INTEGER,
    next_try_at INTEGER,
    last_error TEXT,
    -- Since when it is unknown whether a service without idempotency keys has taken the message; NULL if that is known.
    handed_over_at INTEGER,
    -- Whether it was handed over again after that.
    is_repeated INTEGER NOT NULL DEFAULT 0 CHECK (is_repeated IN (0, 1)),
    -- An email that does not arrive: the email server refused it for good, or it came back later. Staff see why until they have dismissed
    -- it, or the customer has another address.
    failed_at INTEGER,
    dismissed_at INTEGER
) STRICT;
CREATE INDEX outbox_by_time ON outbox (created_at);
-- The job "outbox": what waits, by its channel. What failed for good does not wait.
CREATE INDEX outbox_waiting ON outbox (channel, created_at) WHERE sent_at IS NULL AND failed_at IS NULL;
-- "ops attention": what does not get through, and what did not arrive.
CREATE INDEX outbox_failed ON outbox (attempts) WHERE sent_at IS NULL AND failed_at IS NULL AND last_error IS NOT NULL;
CREATE INDEX outbox_undelivered ON outbox (failed_at, id) WHERE failed_at IS NOT NULL AND dismissed_at IS NULL;
CREATE INDEX outbox_of_customer ON outbox (customer_id, created_at) WHERE customer_id IS NOT NULL;
-- Times that lie too far ahead, because a clock was ahead when they were written, are found by these.
CREATE INDEX outbox_next_try ON outbox (next_try_at) WHERE sent_at IS NULL AND failed_at IS NULL AND next_try_at IS NOT NULL;
CREATE INDEX outbox_claimed ON outbox (claimed_until) WHERE sent_at IS NULL AND failed_at IS NULL AND claimed_until IS NOT NULL;
CREATE INDEX outbox_sent ON outbox (sent_at) WHERE sent_at IS NOT NULL;
