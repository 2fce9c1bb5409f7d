-- What is searched in the purchase history: description and brand, in a form in which letter case does not count. The service
-- writes it; this is for the garments that are there already.
ALTER TABLE line_items ADD COLUMN searched TEXT NOT NULL DEFAULT '';
UPDATE line_items SET searched = LOWER(description || char(10) || brand);
