-- Whether other pieces were shown for a box before: then whoever releases it has to name those that they saw.
ALTER TABLE box_proposals ADD COLUMN others_shown BOOLEAN NOT NULL DEFAULT FALSE;

-- A mark that an account has left by changing its email address does not count against that account, as long as it is there.
CREATE INDEX marks_by_account ON marks (account) WHERE account IS NOT NULL;
