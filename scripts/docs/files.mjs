// The text files of the repository that people write.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/paths.mjs';

/** Folders of built, installed or recorded files. */
const SKIPPED = /^(?:node_modules|target|dist|coverage|pkg.*|\.git|\.tools|\.ci)$/;

/** The paths of all files below a folder, from the root of the repository, without what is built or installed. */
export function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return SKIPPED.test(entry.name) ? [] : filesBelow(path);
    return [path];
  });
}

export const textOf = (path) => readFileSync(join(root, path), 'utf8');

/** The documents of `docs/` and of the root, without `CHANGELOG.md`: it tells the past, so its paths may be gone. */
export const documents = () =>
  [...readdirSync(root).filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md'), ...filesBelow('docs')].filter((path) => path.endsWith('.md'));
