import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ThemeBox } from '~/api/schema.gen';

/** The nine theme boxes of the starting data. */
export const themeBoxes: ThemeBox[] = JSON.parse(
  readFileSync(join(__dirname, '../../server/data/theme_boxes.json'), 'utf8'),
);

/** The answer to `GET /current_themeboxes`. */
export const offered = { body: { results: themeBoxes } };
