// The screens that the page's build rendered to HTML.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ui } from '../../lib/paths.mjs';

const file = join(ui, 'dist', 'screens', 'screens.json');

/** Their paths. */
export const screenPaths = () => (existsSync(file) ? Object.keys(JSON.parse(readFileSync(file, 'utf8')).screens) : ['/welcome', '/login', '/register']);
