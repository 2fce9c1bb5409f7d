// Runs the journeys, three files at a time, the longest first, so that all lanes end at about the same time. Files with a failure run
// again, one at a time. Output: TAP.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';
import { tap } from 'node:test/reporters';
import { SECOND_TRY } from '../../scripts/lib/counts.mjs';
import { temporaryFolder } from '../../scripts/lib/exit.mjs';
import { ui } from '../../scripts/lib/paths.mjs';
import { freePort, startServer } from '../../scripts/lib/server.mjs';

/** If more files than this fail, the page is broken, and a second try would only cost time. */
const MOST_FILES_AGAIN = 3;

/** The slowest files, the slowest first. All others follow. */
const longest = [
  'sessions',
  'year',
  'first-paint',
  'offline',
  'half-way',
  'in-store',
  'stripe',
  'first-box',
  'pick-up',
  'account',
  'ways-in',
  'card',
  'wrong-things',
].map((name) => `${name}.test.mjs`);

const folder = join(ui, 'journeys');
const names = readdirSync(folder).filter((name) => name.endsWith('.test.mjs'));
const rank = (name) => (longest.includes(name) ? longest.indexOf(name) : longest.length);
const files = names.toSorted((one, other) => rank(one) - rank(other)).map((name) => join(folder, name));

// Each file's server gets a copy of this demo database, because making its customers and their past boxes takes seconds.
const { folder: demo } = temporaryFolder('stylebox-demo-');
const database = join(demo, 'stylebox.db');
const server = await startServer({ port: await freePort(), databaseUrl: `sqlite:${database}`, args: ['--demo', '--simulator-seconds', '0'] });
await server.stop();
process.env.STYLEBOX_DEMO_DATABASE = database;

/** Runs these files, prints TAP, and returns those with a failure. */
async function tryAll(files, concurrency) {
  const failed = new Set();
  const tests = run({ files, concurrency }).on('test:fail', ({ file }) => failed.add(file));
  for await (const text of tests.compose(tap)) process.stdout.write(text);
  return [...failed];
}

// Three files run at the same time on two processors: each has a server and a browser of its own, and often waits for both.
let failed = await tryAll(files, 3);
// On a busy machine a browser can miss a deadline. A test that also fails on the second, quieter try is broken. One that passes then is
// named in the summary, so that somebody looks into it.
if (failed.length > 0 && failed.length <= MOST_FILES_AGAIN) {
  console.log(SECOND_TRY);
  failed = await tryAll(failed, 1);
}
if (failed.length > 0) process.exitCode = 1;
