// `just faults` breaks shops on purpose, and compares each with a model (docs/faults.md). What is done is kept in target/faults, so that
// an interrupted run goes on.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lines } from './faults/counts.mjs';
import { SERVER } from './lib/build.mjs';
import { cargo } from './lib/cargo.mjs';
import { ensurePackages } from './lib/machine.mjs';
import { keepTemporaryFiles } from './lib/memory.mjs';
import { readOptions } from './lib/options.mjs';
import { root } from './lib/paths.mjs';
import { ensurePostgres, withPostgres } from './lib/postgres.mjs';
import { Refusal, fail, step } from './lib/steps.mjs';

const USAGE = `just faults [--shops N] [--seed S] [--engine sqlite|postgres] [--fresh]
just faults --steps FILE [--seed S] [--engine sqlite|postgres]
just faults --kills N [--seed S] [--engine sqlite|postgres]

--shops N     how many shops, 500 if it is missing
--seed S      the seed of the first one, 1 if it is missing
--engine E    the database, sqlite if it is missing
--fresh       begins again; otherwise a run with the same first seed goes on
--steps FILE  runs the steps of a difference, one in each line, in the shop of the seed
--kills N     kills N real processes, servers and databases, while customers are at work`;
/** What shops are built from. */
const BUILT_FROM = ['server', 'core', 'Cargo.toml', 'Cargo.lock', 'rust-toolchain.toml'];
const OPTIONS = {
  shops: { type: 'string', default: '500' },
  seed: { type: 'string', default: '1' },
  engine: { type: 'string', default: 'sqlite' },
  steps: { type: 'string' },
  kills: { type: 'string' },
  fresh: { type: 'boolean', default: false },
};
/** How many shops are run before what is done is kept. */
const AT_ONCE = 200;
const folder = join(root, 'target', 'faults');
/** The most bytes of databases at once. */
const DATABASES_BYTES = 2 ** 30;

function count(options, name) {
  const number = Number(options[name]);
  if (!Number.isSafeInteger(number) || number < 1) throw new Refusal(`--${name} takes a number from 1 on.\n\n${USAGE}`);
  return number;
}

/** Runs a test of the module `faults`, and returns what it reports. `run` names its files: several runs may be under way. */
async function test(name, { url }, run, env) {
  const report = join(folder, `${run}-report.json`);
  rmSync(report, { force: true });
  const ended = cargo(['test', ...SERVER, '--test', 'http', '--', '--ignored', '--exact', `faults::${name}`], {
    log: `faults-${run}`,
    env: { ...env, STYLEBOX_FAULTS_REPORT: report, STYLEBOX_TEST_POSTGRES: url, RUST_BACKTRACE: '0' },
  });
  // A test that was ended while it shortened a list of steps has reported the whole list.
  await ended.catch((error) => {
    if (!existsSync(report)) throw error;
  });
  return JSON.parse(readFileSync(report, 'utf8'));
}

/** Adds up what happened. */
function add(sum, more) {
  for (const [name, value] of Object.entries(more)) {
    sum[name] = typeof value === 'number' ? (sum[name] ?? 0) + value : add(sum[name] ?? {}, value);
  }
  return sum;
}

function show({ counts, seconds }, { engine }) {
  const { shops, steps, points, acts, faults } = counts;
  console.log(`\n${shops} shops on ${engine}, ${steps} steps, ${points} points, ${(shops / seconds).toFixed(2)} shops a second.`);
  console.log(['Acts:', ...lines(acts), 'Faults:', ...lines(faults)].join('\n'));
}

/** A hash of the source: shops that were run on another one say nothing about it. */
function source() {
  const git = (...args) => execFileSync('git', args, { cwd: root, maxBuffer: 2 ** 30 });
  const hash = createHash('sha256');
  for (const part of [git('rev-parse', ...BUILT_FROM.map((path) => `HEAD:${path}`)), git('diff', 'HEAD', '--', ...BUILT_FROM)]) hash.update(part);
  for (const file of git('ls-files', '--others', '--exclude-standard', '-z', '--', ...BUILT_FROM).toString().split('\0').filter(Boolean)) {
    hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** What a run has done, if it was of this source and is to go on. */
function before(file, ofSource, isFresh) {
  const nothing = { source: ofSource, done: 0, seconds: 0, counts: {} };
  if (isFresh || !existsSync(file)) return nothing;
  const kept = JSON.parse(readFileSync(file, 'utf8'));
  if (kept.source !== ofSource) {
    console.log('The source has changed: the run begins again.');
    return nothing;
  }
  if (kept.done > 0) console.log(`${kept.done} shops were run before: --fresh begins again.`);
  return kept;
}

async function shops(options, database) {
  const { engine } = database;
  const [first, wanted] = [count(options, 'seed'), count(options, 'shops')];
  const run = `${engine}-${first}`;
  const file = join(folder, `${run}.json`);
  const kept = before(file, source(), options.fresh);
  while (kept.done < wanted) {
    const seed = first + kept.done;
    const number = Math.min(AT_ONCE, wanted - kept.done);
    const begun = performance.now();
    const env = { STYLEBOX_FAULTS_SEED: String(seed), STYLEBOX_FAULTS_SHOPS: String(number) };
    const { counts, difference } = await step(`Shops ${seed} to ${seed + number - 1}`, () => test('shops_by_seed', database, run, env));
    if (difference) {
      const steps = join(folder, `${engine}-${difference.seed}-steps.jsonl`);
      writeFileSync(steps, difference.steps.map((one) => `${JSON.stringify(one)}\n`).join(''));
      const again = `just faults --steps ${steps} --seed ${difference.seed} --engine ${engine}`;
      throw new Refusal(`The shop of the seed ${difference.seed} differs: ${difference.why}\n${readFileSync(steps, 'utf8')}${difference.shortest}\n\nAgain: ${again}`);
    }
    kept.done += number;
    kept.seconds += (performance.now() - begun) / 1000;
    add(kept.counts, counts);
    writeFileSync(file, JSON.stringify(kept));
  }
  show(kept, database);
}

async function steps(options, database) {
  const file = resolve(process.cwd(), options.steps);
  if (!existsSync(file)) throw new Refusal(`There is no file ${options.steps}.`);
  const env = { STYLEBOX_FAULTS_STEPS: file, STYLEBOX_FAULTS_SEED: String(count(options, 'seed')) };
  const { difference, log } = await test('given_steps', database, `${database.engine}-steps`, env);
  const logged = join(folder, `${database.engine}-steps.log`);
  writeFileSync(logged, log);
  console.log(`What the service logged: ${logged}`);
  if (difference) throw new Refusal(`It differs: ${difference}`);
  console.log('There is no difference.');
}

async function main() {
  const options = readOptions(process.argv.slice(2), OPTIONS, USAGE);
  const { engine } = options;
  if (!['sqlite', 'postgres'].includes(engine)) throw new Refusal(`--engine is sqlite or postgres.\n\n${USAGE}`);
  mkdirSync(folder, { recursive: true });
  if (options.kills !== undefined) {
    // Its customers solve the human check by a package of the page.
    await step("The page's packages", ensurePackages);
    const { killing } = await import('./faults/kills.mjs');
    return killing({ engine, kills: count(options, 'kills'), seed: count(options, 'seed') });
  }
  const work = (url) => {
    // A test that is killed does not remove its databases. PostgreSQL's own folder grows with the run, and lies on the disk already.
    keepTemporaryFiles(DATABASES_BYTES);
    return (options.steps === undefined ? shops : steps)(options, { engine, url });
  };
  if (engine === 'sqlite') return work();
  await ensurePostgres();
  return withPostgres(work);
}

main().catch(fail);
