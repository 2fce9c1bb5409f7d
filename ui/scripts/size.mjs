// Compares what a first visit of each screen loads before it can be used with scripts/lib/budgets.mjs. Sizes are those of the gzip files
// that the build has written.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DOCUMENT_KB, FILES, SCREENS_KB, STYLES_KB, WASM_KB } from '../../scripts/lib/budgets.mjs';

const dist = new URL('../dist/', import.meta.url).pathname;
const read = (name) => JSON.parse(readFileSync(join(dist, name), 'utf8'));
const sizeOf = (file) => statSync(join(dist, `${file}.gz`)).size / 1000;

/** The files of each screen, as the build recorded them, and the documents that it rendered. */
const screens = read('.vite/screens.json');
const { screens: rendered } = read('screens/screens.json');
const rules = Object.values(read('.vite/manifest.json'))
  .flatMap(({ assets = [] }) => assets)
  .find((file) => file.endsWith('.wasm'));
if (!rules) throw new Error('The build has no WebAssembly: look at it again.');

const sizes = new Map();
const kilobytes = (files) =>
  files.reduce((total, file) => {
    if (!sizes.has(file)) sizes.set(file, sizeOf(file));
    return total + sizes.get(file);
  }, 0);

const faults = [];
// Three digits, because the build can be over a budget by a few bytes.
const check = (what, size, budget, unit = ' KB') => {
  if (size > budget) faults.push(`${what}: ${Number(size.toFixed(3))}${unit} of ${budget}.`);
};

const cell = (text, width = 9) => String(text).padStart(width);
console.log(
  `${'KB after gzip'.padEnd(26)}${['document', 'scripts', 'of', 'styles', 'rules', 'files'].map((head) => cell(head)).join('')}`,
);
for (const [path, files] of Object.entries(screens)) {
  const ofKind = (kind) => files.filter((file) => file.endsWith(kind));
  const document = rendered[path]?.file ?? 'index.html';
  const [scripts, styles] = [kilobytes(ofKind('.js')), rendered[path] ? 0 : kilobytes(ofKind('.css'))];
  const count = 2 + ofKind('.js').length + (rendered[path] ? 0 : ofKind('.css').length);
  const budget = SCREENS_KB[path];
  const row = [
    kilobytes([document]).toFixed(1),
    scripts.toFixed(1),
    budget ?? '–',
    styles.toFixed(1),
    kilobytes([rules]).toFixed(1),
    count,
  ];
  console.log(`${path.padEnd(26)}${row.map((text) => cell(text)).join('')}`);
  if (budget === undefined) {
    faults.push(
      `${path} has no budget: add \`'${path}': ${Math.ceil(scripts + 1)},\` to SCREENS_KB in scripts/lib/budgets.mjs.`,
    );
  } else check(`The scripts of ${path}`, scripts, budget);
  check(`The document of ${path}`, kilobytes([document]), DOCUMENT_KB);
  check(`A first visit of ${path}`, count, FILES, ' files');
}
for (const path of Object.keys(SCREENS_KB)) {
  if (!(path in screens))
    faults.push(`There is no screen ${path}: remove its budget from SCREENS_KB in scripts/lib/budgets.mjs.`);
}
for (const { file } of Object.values(rendered))
  if (!existsSync(join(dist, file))) faults.push(`${file} is not in the build.`);
check('The style sheet', kilobytes(screens['/welcome'].filter((file) => file.endsWith('.css'))), STYLES_KB);
check('The WebAssembly', kilobytes([rules]), WASM_KB);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
