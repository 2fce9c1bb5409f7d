-- The style quiz and its daily deck, photos, and what customers looked at in the shop.

CREATE TABLE style_profiles (
    id TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL UNIQUE REFERENCES customers (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);

-- One answer to one question; the last one that was written counts.
CREATE TABLE style_answers (
    profile_id TEXT NOT NULL REFERENCES style_profiles (id) ON DELETE CASCADE,
    ref TEXT NOT NULL,
    value TEXT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (profile_id, ref)
);

-- The business day on which a card of the daily deck was first answered.
CREATE TABLE reshuffle_answers (
    profile_id TEXT NOT NULL REFERENCES style_profiles (id) ON DELETE CASCADE,
    card_id TEXT NOT NULL,
    answered_on TEXT NOT NULL,
    PRIMARY KEY (profile_id, card_id)
);

-- Photos that customers upload: whose a photo is, and how far it has come.
CREATE TABLE photos (
    id TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    status TEXT NOT NULL CHECK (status IN ('awaited', 'arriving', 'stored', 'discarded')),
    media_type TEXT,
    created_at BIGINT NOT NULL,
    -- When it is deleted; NULL while an answer shows it.
    expires_at BIGINT,
    -- A browser may send a photo to the store itself, where it is only staged until the service has checked it: how many bytes were
    -- announced and signed, and until when something may be staged. The staged file is deleted then, and this is NULL again.
    announced_size BIGINT,
    staged_until BIGINT,
    -- A photo that its provider fails to delete is tried again after all others.
    delete_failed_at BIGINT
);
CREATE INDEX photos_by_customer ON photos (customer_id);
CREATE INDEX photos_by_expiry ON photos (expires_at);
-- The job "photos": what the provider is still to delete.
CREATE INDEX photos_by_status ON photos (status);
CREATE INDEX photos_by_staging ON photos (staged_until) WHERE staged_until IS NOT NULL;
-- Times that lie too far ahead, because a clock was ahead when they were written, are found by this.
CREATE INDEX photos_not_deleted ON photos (delete_failed_at) WHERE delete_failed_at IS NOT NULL;

-- The files of the photo provider that keeps them in the database.
CREATE TABLE photo_files (
    photo_id TEXT PRIMARY KEY REFERENCES photos (id) ON DELETE CASCADE,
    content BYTEA NOT NULL
);

-- What customers looked at in the shop. Rows are only added.
CREATE TABLE suggested_item_clicks (
    id TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    product_id TEXT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX suggested_item_clicks_by_customer ON suggested_item_clicks (customer_id, at);
