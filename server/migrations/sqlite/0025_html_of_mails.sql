-- An e-mail as HTML, beside its text; empty for what is none, and once it is sent.
ALTER TABLE outbox ADD COLUMN html TEXT NOT NULL DEFAULT '';
