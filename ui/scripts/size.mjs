// The size of a visitor's first screen in KB after gzip: the code of /welcome with all its imports, and the rules.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { FIRST_ROUTE_KB, WASM_KB } from '../../scripts/lib/budgets.mjs';

const dist = new URL('../dist/', import.meta.url).pathname;
const first = ['index.html', 'src/app/start.tsx', 'src/features/welcome/screens/Welcome.tsx'];
const budget = { js: FIRST_ROUTE_KB, wasm: WASM_KB };

const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

const files = new Set();
const seen = new Set();
function collect(key) {
  if (seen.has(key)) return;
  seen.add(key);
  const chunk = manifest[key];
  if (!chunk) throw new Error(`${key} is not in the build.`);
  for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
  for (const imported of chunk.imports ?? []) collect(imported);
}
for (const key of first) collect(key);

const kilobytes = (kind) => {
  let total = 0;
  for (const file of files) {
    if (!file.endsWith(kind)) continue;
    const size = gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1000;
    console.log(`  ${size.toFixed(1).padStart(6)}  ${basename(file)}`);
    total += size;
  }
  return total;
};

let over = false;
for (const [kind, title] of [
  ['js', 'First-route JavaScript'],
  ['css', 'Style sheets'],
  ['wasm', 'WebAssembly'],
]) {
  const total = kilobytes(`.${kind}`);
  const allowed = budget[kind];
  console.log(`${title}: ${total.toFixed(1)} KB gzip${allowed ? ` of ${allowed}` : ''}`);
  if (allowed && total > allowed) over = true;
}
if (over) process.exitCode = 1;
