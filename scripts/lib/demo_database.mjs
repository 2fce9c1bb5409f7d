// The demo's database. One of a version that this one cannot upgrade is set aside, so that the demo starts all the same.
import { existsSync, renameSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { serverProgram } from './build.mjs';
import { root } from './paths.mjs';

/** What the program says of such a database (`server/src/store/engine.rs`). */
export const OLD = 'was made by version 0.1 of this program';

/** The files that belong together: the database, what is not written into it yet, and the demo's secret key. */
const ENDINGS = ['', '-wal', '-shm', '.key'];

/** What the program says of the database in `file`, which it only reads. */
function askProgram(file) {
  const args = ['migrate', '--dry-run', '--demo', '--log', 'error', '--database-url', `sqlite:${file}`];
  const { error, stderr } = spawnSync(serverProgram, args, { cwd: root, encoding: 'utf8' });
  if (error) throw error;
  return stderr;
}

/** Renames the database in `file`, with the files beside it, if this version cannot read it. Returns a sentence that says so, or nothing. */
export function setOldDatabaseAside(file, ask = askProgram) {
  if (!existsSync(file) || !ask(file).includes(OLD)) return undefined;
  let aside = file.replace(/\.db$/, '-0.1.db');
  for (let number = 2; ENDINGS.some((ending) => existsSync(aside + ending)); number += 1) aside = file.replace(/\.db$/, `-0.1-${number}.db`);
  for (const ending of ENDINGS) if (existsSync(file + ending)) renameSync(file + ending, aside + ending);
  return `The demo database of version 0.1 cannot be read by this version: it was set aside as ${aside}, and the demo begins anew.`;
}
