// Paths in the repository.
import { fileURLToPath } from 'node:url';
import { delimiter, join } from 'node:path';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
export const ui = join(root, 'ui');
/** Command line tools that this repository installs for itself. */
export const tools = join(root, '.tools');

process.env.PATH = [join(tools, 'bin'), process.env.PATH].join(delimiter);
