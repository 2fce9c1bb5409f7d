// The demo's database. If this version cannot upgrade it, it is set aside, so that the demo still starts.
import { existsSync, renameSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { serverProgram } from './build.mjs';
import { root } from './paths.mjs';

/**
 * The databases that are set aside: what the server's program says about each (`server/src/store/opening.rs`), what made it, and the
 * ending of its new name. While a version is not released its steps may still change; a demo of an earlier build has the former ones.
 */
export const REFUSED = [
  { words: 'was made by version 0.1 of this program', madeBy: 'version 0.1', ending: '0.1' },
  { words: 'is none of this program', madeBy: 'an earlier build', ending: 'earlier' },
];

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
  if (!existsSync(file)) return undefined;
  const said = ask(file);
  const refused = REFUSED.find(({ words }) => said.includes(words));
  if (!refused) return undefined;
  const called = (name) => file.replace(/\.db$/, `-${name}.db`);
  let aside = called(refused.ending);
  for (let number = 2; ENDINGS.some((ending) => existsSync(aside + ending)); number += 1) aside = called(`${refused.ending}-${number}`);
  for (const ending of ENDINGS) if (existsSync(file + ending)) renameSync(file + ending, aside + ending);
  return `The demo database of ${refused.madeBy} cannot be read by this program: it was set aside as ${aside}, and the demo starts with a new one.`;
}
