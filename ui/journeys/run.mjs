// Runs the journeys, two files at a time, in the order in which both lanes end together. Output: TAP.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { tap } from 'node:test/reporters';
import { ui } from '../../scripts/lib/paths.mjs';
import { freePort, startServer } from '../../scripts/lib/server.mjs';

/** The files that take longest, the longest first. All others follow. */
const longest = [
  'sessions',
  'first-box',
  'year',
  'first-paint',
  'offline',
  'half-way',
  'in-store',
  'account',
  'pick-up',
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

// Each file has a browser of its own, too, and waits for both half of its time.
run({ files, concurrency: 2 })
  .on('test:fail', () => {
    process.exitCode = 1;
  })
  .compose(tap)
  .pipe(process.stdout);
