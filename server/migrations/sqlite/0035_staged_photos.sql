-- Photos that the browser sends to the store itself, where they are only staged until the service has checked them.
-- How many bytes were announced, and signed.
ALTER TABLE photos ADD COLUMN announced_size INTEGER;
-- Until when something may be staged. The staged file is deleted then, and this is NULL again.
ALTER TABLE photos ADD COLUMN staged_until INTEGER;
CREATE INDEX photos_by_staging ON photos (staged_until) WHERE staged_until IS NOT NULL;
