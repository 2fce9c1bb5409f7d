-- Photos that customers upload, the daily deck, and the reviews that the embedded reviews service keeps.

-- Whose a photo is and how far it has come.
CREATE TABLE photos (
    id TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    status TEXT NOT NULL CHECK (status IN ('awaited', 'arriving', 'stored', 'discarded')),
    media_type TEXT,
    created_at BIGINT NOT NULL,
    -- When it goes; NULL while an answer shows it.
    expires_at BIGINT
);
CREATE INDEX photos_by_customer ON photos (customer_id);
CREATE INDEX photos_by_expiry ON photos (expires_at);

-- The embedded photo provider's own shelf.
CREATE TABLE photo_files (
    photo_id TEXT PRIMARY KEY REFERENCES photos (id) ON DELETE CASCADE,
    content BYTEA NOT NULL
);

-- The business day on which a card of the daily deck was first answered.
CREATE TABLE reshuffle_answers (
    profile_id TEXT NOT NULL REFERENCES style_profiles (id) ON DELETE CASCADE,
    card_id TEXT NOT NULL,
    answered_on TEXT NOT NULL,
    PRIMARY KEY (profile_id, card_id)
);

-- The embedded reviews service's own books: one review an order.
CREATE TABLE reviews (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL UNIQUE REFERENCES orders (id),
    customer_id TEXT NOT NULL REFERENCES customers (id),
    site_key TEXT NOT NULL,
    domain TEXT NOT NULL,
    sku TEXT NOT NULL,
    product_title TEXT NOT NULL,
    display_name TEXT NOT NULL,
    email TEXT NOT NULL,
    review_content TEXT NOT NULL,
    review_title TEXT NOT NULL,
    review_score BIGINT,
    reviewer_type TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
