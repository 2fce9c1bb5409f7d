// The screens that the page's build rendered to HTML.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ui } from '../../lib/paths.mjs';
import { Refusal } from '../../lib/steps.mjs';

const file = join(ui, 'dist', 'screens', 'screens.json');

/** Their paths. */
export function screenPaths() {
  if (!existsSync(file)) throw new Refusal('The page is not built: run `npm --prefix ui run build`.');
  return Object.keys(JSON.parse(readFileSync(file, 'utf8')).screens);
}
