// Runs the journeys, two files at a time, in the order in which both lanes end together. Output: TAP.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';
import { tap } from 'node:test/reporters';
import { ui } from '../../scripts/lib/paths.mjs';

/** The files that take longest, the longest first. All others follow. */
const longest = ['first-box', 'offline', 'first-paint', 'in-store', 'half-way', 'pick-up', 'ways-in', 'card', 'wrong-things'].map((name) => `${name}.test.mjs`);

const folder = join(ui, 'journeys');
const names = readdirSync(folder).filter((name) => name.endsWith('.test.mjs'));
const rank = (name) => (longest.includes(name) ? longest.indexOf(name) : longest.length);
const files = names.toSorted((one, other) => rank(one) - rank(other)).map((name) => join(folder, name));

// Each file has a server and a browser of its own, and waits for them half of its time.
run({ files, concurrency: 2 })
  .on('test:fail', () => {
    process.exitCode = 1;
  })
  .compose(tap)
  .pipe(process.stdout);
