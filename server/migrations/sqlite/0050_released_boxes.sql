-- A box is composed by the program. Who of the shop released it, if a person did: the letter is signed by that name.
ALTER TABLE orders ADD COLUMN released_by TEXT;
-- The letters of former boxes were written by the program too, but were signed with the name of a stylist who had not seen them, and
-- said that the customer's words had been read. What is left of them is what is true of every composed box: core adds it.
UPDATE orders SET stylist_note = '' WHERE stylist_note IS NOT NULL AND stylist_note <> '';
-- The same of the notes of outfits: nobody had an idea, and nobody is told.
UPDATE outfits SET stylist_note = REPLACE(REPLACE(stylist_note,
    ' cut is my idea. Humor me and try them once.', ' cut is something new. Try them once.'),
    'If they are wrong, tell me.', 'Try them once.')
  WHERE stylist_note LIKE '%my idea. Humor me%' OR stylist_note LIKE '%wrong, tell me.%';

-- The pieces that staff were shown for a box whose customer wrote something. They are composed again from the seed, and released only
-- if the fingerprint of the pieces and the customer's words is still the same.
CREATE TABLE box_proposals (
    order_id TEXT PRIMARY KEY REFERENCES orders (id),
    seed INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,
    proposed_at INTEGER NOT NULL
) STRICT;
