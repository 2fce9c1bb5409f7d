// Skips a build if its sources are unchanged: their hash is kept in a file next to its output.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './paths.mjs';

const skipped = new Set(['node_modules', 'dist', 'target', 'pkg', 'pkg-node', '.git']);

/** A hash of the contents of all files under `paths` (relative to the repository's root). */
export function fingerprint(paths) {
  const hash = createHash('sha256');
  const visit = (path) => {
    const absolute = join(root, path);
    if (!existsSync(absolute)) return;
    if (!statSync(absolute).isDirectory()) {
      hash.update(path).update('\0').update(readFileSync(absolute)).update('\0');
      return;
    }
    for (const name of readdirSync(absolute).sort()) if (!skipped.has(name)) visit(join(path, name));
  };
  paths.forEach(visit);
  return hash.digest('hex');
}

/** Runs `make` only if the hash of `paths` differs from the one in the file `stamp`. Returns whether it ran. */
export async function unlessUnchanged(stamp, paths, make) {
  const file = join(root, stamp);
  const now = fingerprint(paths);
  if (existsSync(file) && readFileSync(file, 'utf8') === now) return false;
  await make();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, now);
  return true;
}
