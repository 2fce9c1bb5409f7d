-- A referrer's reward goes again if the friend's purchase is refunded whole. Rewards from before stay: their customers were told that
-- they are theirs.
ALTER TABLE referral_rewards ADD COLUMN taken_back_at INTEGER;
