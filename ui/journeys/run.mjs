// Runs the journeys, two files at a time, in the order in which both lanes end together. Files with a failure run once more, alone.
// Output: TAP.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { tap } from 'node:test/reporters';
import { SECOND_TRY } from '../../scripts/lib/counts.mjs';
import { ui } from '../../scripts/lib/paths.mjs';
import { freePort, startServer } from '../../scripts/lib/server.mjs';

/** If more files than this have a failure, the page is broken, and a second try only costs time. */
const MOST_FILES_AGAIN = 3;

/** The files that take longest, the longest first. All others follow. */
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

// Each file has a server on a copy of this demo: making its customers and their past boxes anew takes seconds.
const demo = mkdtempSync(join(tmpdir(), 'stylebox-demo-'));
const database = join(demo, 'stylebox.db');
const server = await startServer({ port: await freePort(), databaseUrl: `sqlite:${database}`, args: ['--demo', '--simulator-seconds', '0'] });
await server.stop();
process.env.STYLEBOX_DEMO_DATABASE = database;
process.on('exit', () => rmSync(demo, { recursive: true, force: true }));

/** Runs these files, prints TAP, and returns those with a failure. */
async function tryAll(files, concurrency) {
  const failed = new Set();
  const tests = run({ files, concurrency }).on('test:fail', ({ file }) => failed.add(file));
  for await (const text of tests.compose(tap)) process.stdout.write(text);
  return [...failed];
}

// Each file has a browser of its own, too, and waits for both half of its time.
let failed = await tryAll(files, 2);
// A browser on a machine that is busy with something else can miss a deadline. What fails twice, the second time with the machine to
// itself, is broken; what passes then is named in the summary, so that it is looked into.
if (failed.length > 0 && failed.length <= MOST_FILES_AGAIN) {
  console.log(SECOND_TRY);
  failed = await tryAll(failed, 1);
}
if (failed.length > 0) process.exitCode = 1;
