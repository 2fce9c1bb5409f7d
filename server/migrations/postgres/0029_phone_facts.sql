-- What the text message service has said of customers' phones: whether they get text messages.
CREATE TABLE phone_facts (
    -- Ten digits. The row goes once no customer has the phone.
    phone TEXT PRIMARY KEY,
    -- stopped or unreachable; NULL if the phone is reached
    trouble TEXT,
    -- When the message went out that has shown it, or came in that says it.
    known_since BIGINT NOT NULL
);
CREATE INDEX phone_facts_by_time ON phone_facts (known_since);

-- Since when it is unknown whether a service without idempotency keys has taken the message; NULL if that is known.
ALTER TABLE outbox ADD COLUMN handed_over_at BIGINT;
-- Whether it was handed over again after that.
ALTER TABLE outbox ADD COLUMN is_repeated BOOLEAN NOT NULL DEFAULT FALSE;
