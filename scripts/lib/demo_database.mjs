// The demo's database. If this version cannot upgrade it, it is set aside, so that the demo still starts.
import { existsSync, renameSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { serverProgram } from './build.mjs';
import { root } from './paths.mjs';

/** What the server's program says about such a database (`server/src/store/engine.rs`). */
export const OLD = 'was made by version 0.1 of this program';

/** The endings of the files that belong together: the database, SQLite's write-ahead log and its index, and the demo's secret key. */
const ENDINGS = ['', '-wal', '-shm', '.key'];

/** What the server's program says about the database in `file`. A dry run only reads it. */
function askProgram(file) {
  const args = ['migrate', '--dry-run', '--demo', '--log', 'error', '--database-url', `sqlite:${file}`];
  const { error, stderr } = spawnSync(serverProgram, args, { cwd: root, encoding: 'utf8' });
  if (error) throw error;
  return stderr;
}

/** Renames the database in `file` and its other files if this version cannot read it. Returns a sentence that says so, or undefined. */
export function setOldDatabaseAside(file, ask = askProgram) {
  if (!existsSync(file) || !ask(file).includes(OLD)) return undefined;
  let aside = file.replace(/\.db$/, '-0.1.db');
  for (let number = 2; ENDINGS.some((ending) => existsSync(aside + ending)); number += 1) aside = file.replace(/\.db$/, `-0.1-${number}.db`);
  for (const ending of ENDINGS) if (existsSync(file + ending)) renameSync(file + ending, aside + ending);
  return `The demo database of version 0.1 cannot be read by this version: it was set aside as ${aside}, and the demo starts with a new one.`;
}
