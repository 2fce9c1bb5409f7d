-- What outside parties still have to forget of people whose accounts have ended: a row stays until its party has answered.
CREATE TABLE forget_requests (
    id TEXT PRIMARY KEY,
    -- payment or reviews
    party TEXT NOT NULL,
    -- By what the party knows it: the token of a card, or the order of a review.
    reference TEXT NOT NULL,
    -- The e-mail address with which a review was posted.
    author_email TEXT,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX forget_requests_by_time ON forget_requests (created_at, id);
