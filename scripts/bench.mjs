// `just bench`: how fast core's rules are, compared with the libraries that a page would use instead. It only measures: it ends
// with 0 whatever the numbers are.
import { join } from 'node:path';
import { WASM_KB } from './lib/budgets.mjs';
import { buildRules, installTools, prepareMachine } from './lib/build.mjs';
import { unlessUnchanged } from './lib/fingerprint.mjs';
import { root } from './lib/paths.mjs';
import { Refusal, fail, run, step } from './lib/steps.mjs';

/**
 * The aims besides being no slower than the fastest library: how many times faster than yup, and ready in how many milliseconds.
 */
const TIMES_YUP = 5;
const READY_MS = 5;

const folder = join(root, 'scripts', 'bench');

async function installLibraries() {
  const stamp = 'scripts/bench/node_modules/.installed';
  const sources = ['scripts/bench/package.json', 'scripts/bench/package-lock.json'];
  const npm = () => run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { log: 'bench-npm', cwd: folder });
  return (await unlessUnchanged(stamp, sources, npm)) ? 'installed' : 'present';
}

/** The native microseconds of each row, by the row's name. */
async function timeNatively() {
  const args = ['bench', '--package', 'stylebox-core', '--features', 'registry', '--bench', 'rules', '--locked'];
  const printed = await run('cargo', args, { log: 'bench-native' });
  const lines = printed.split('\n').filter((line) => line.includes('\t'));
  return new Map(lines.map((line) => line.split('\t')).map(([row, micros]) => [row, Number(micros)]));
}

/** Times the rows of `contestants.mjs`: `{row, ours, rivals: {library: µs}}`. */
function timeRows({ contestants, rows }, time) {
  const turns = rows.flatMap(({ row, rule, input }) => {
    const { ours, rivals } = contestants[rule];
    return Object.entries({ ours, ...rivals }).map(([name, answer]) => ({ row, name, call: () => answer(input) }));
  });
  const micros = time(turns.map(({ call }) => call));
  return rows.map(({ row }) => {
    const { ours, ...rivals } = Object.fromEntries(
      turns.flatMap((turn, index) => (turn.row === row ? [[turn.name, micros[index]]] : [])),
    );
    return { row, ours, rivals };
  });
}

function showProof(proofs) {
  console.log('\nThe same answers? Every case of the fixtures that a page can make, and the inputs timed below.');
  for (const { rule, name, same, unlike } of proofs) {
    const but = unlike.length > 0 ? `, not: ${unlike.join('; ')}` : '';
    console.log(`  ${rule.padEnd(22)} ${name.padEnd(11)} ${`${same} of ${same + unlike.length}`.padStart(10)}${but}`);
  }
  console.log('  (Every library here trims by JavaScript, which disagrees with Unicode about two characters.)');
}

const number = (micros) => (micros >= 99.95 ? micros.toFixed(0) : micros.toFixed(2));
const times = (ratio) => `${ratio >= 9.95 ? ratio.toFixed(0) : ratio.toFixed(1)}×`;
const mark = (met) => (met ? '✓' : '✗');

/** Prints the rows. Returns whether all of them meet each aim. */
function showRows(timings, native) {
  const libraries = [...new Set(timings.flatMap(({ rivals }) => Object.keys(rivals)))];
  const heads = ['µs a call', 'wasm', 'native', ...libraries, 'fastest ÷ wasm', '÷ native', 'yup ÷ wasm'];
  const widths = [34, ...heads.slice(1).map((head) => Math.max(head.length, 8))];
  const line = (cells) => cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[index]))).join('  ');
  console.log(`\n${line(heads)}`);
  const met = { fastest: true, yup: true };
  for (const { row, ours, rivals } of timings) {
    const fastest = Math.min(...Object.values(rivals));
    const natively = native.get(row);
    met.fastest &&= ours <= fastest && natively <= fastest;
    met.yup &&= !rivals.yup || rivals.yup >= TIMES_YUP * ours;
    console.log(
      line([
        row,
        number(ours),
        number(natively),
        ...libraries.map((library) => (rivals[library] ? number(rivals[library]) : '')),
        `${times(fastest / ours)} ${mark(ours <= fastest)}`,
        `${times(fastest / natively)} ${mark(natively <= fastest)}`,
        rivals.yup ? `${times(rivals.yup / ours)} ${mark(rivals.yup >= TIMES_YUP * ours)}` : '',
      ]),
    );
  }
  return met;
}

async function main() {
  // The size is measured with zopfli, which is one of the page's packages.
  await prepareMachine();
  await buildRules();
  await step('The libraries to compare with', installLibraries);
  let native;
  await step('Timing natively', async () => {
    native = await timeNatively();
  });
  // Imported here because the libraries are installed only now.
  const contestants = await import('./bench/contestants.mjs');
  const { prove } = await import('./bench/proof.mjs');
  const { time } = await import('./bench/timing.mjs');
  const { kilobytes, readyMs } = await import('./bench/ready.mjs');
  const proofs = prove();
  let timings;
  await step('Timing in turns', () => {
    timings = timeRows(contestants, time);
  });
  const [size, ready] = [await kilobytes(), readyMs()];

  showProof(proofs);
  const met = showRows(timings, native);
  console.log('\nAims');
  const aims = [
    [met.fastest, 'no slower than the fastest library, on any row'],
    [met.yup, `${TIMES_YUP} times faster than yup, on every row`],
    [size <= WASM_KB, `the rules under ${WASM_KB} KB gzip: ${size.toFixed(1)} KB`],
    [ready < READY_MS, `ready within ${READY_MS} ms: ${ready.toFixed(1)} ms from bytes to the first answer`],
  ];
  for (const [isMet, aim] of aims) console.log(`  ${mark(isMet)} ${aim}`);
}

/** The other benches, by their names: each loads its module. */
const OTHERS = {
  connections: async () => {
    // It imports one of the page's packages.
    await prepareMachine();
    await installTools();
    return import('./bench/connections.mjs');
  },
  // It first checks the free disk space, and prepares its builds by itself.
  server: () => import('./bench/server.mjs'),
  wire: () => import('./bench/wire.mjs'),
  // It prepares its builds by itself.
  page: () => import('./bench/page.mjs'),
};

async function start(name, ...args) {
  if (!name) return main();
  if (!Object.hasOwn(OTHERS, name)) throw new Refusal(`There is no bench "${name}"; there is: ${Object.keys(OTHERS).join(', ')}.`);
  const { bench } = await OTHERS[name]();
  return bench(args);
}

start(...process.argv.slice(2)).catch(fail);
