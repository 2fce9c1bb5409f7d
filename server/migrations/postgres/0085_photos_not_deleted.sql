-- A photo that its provider fails to delete is tried again after all others.
ALTER TABLE photos ADD COLUMN delete_failed_at BIGINT;
