-- Until when what a message says of days and times is true; nothing if that is always. A message that waits from before says it always:
-- which days it names stands only in its text.
ALTER TABLE outbox ADD COLUMN true_until INTEGER;
