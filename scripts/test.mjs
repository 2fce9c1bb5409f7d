// `just test` runs all checks, also from a fresh clone, and ends with a summary. `just test LEVEL…` runs only those levels.
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { RULES, SERVER, buildRules, buildRulesAndPage, buildServerAndDoubles, lintRust, prepareMachine } from './lib/build.mjs';
import { cargo } from './lib/cargo.mjs';
import { countCargo, countFixtures, countJest, countJourneys, countNode } from './lib/counts.mjs';
import { ensureChromium, ensureHeadlessChromium } from './lib/machine.mjs';
import { keepTemporaryFiles } from './lib/memory.mjs';
import { root, ui } from './lib/paths.mjs';
import { ensurePostgres, withPostgres } from './lib/postgres.mjs';
import { ensureSchemathesis } from './lib/schemathesis.mjs';
import { CommandFailed, Refusal, atTheSameTime, explain, fail, run, step } from './lib/steps.mjs';

/** The profile of the browser's build, so that macros and build scripts are compiled once. */
const BROWSER = ['--profile', 'browser', '--package', 'stylebox-core-wasm', '--target', 'wasm32-unknown-unknown', '--locked'];
const DENY = ['--', '--deny', 'warnings'];

/**
 * The lines of progress of each level, in order. A line that counts tests has `count`. The lines of the lane `page` run once the rules and
 * the page are built. Beside them, those of `rust` run once the server is built: compilers often leave a processor idle. The `last` lines
 * run once both lanes have ended.
 */
const levels = {
  checks: [
    { lane: 'rust', title: "Format: Rust's", work: () => run('cargo', ['fmt', '--all', '--check'], { log: 'fmt' }) },
    { lane: 'rust', title: 'Clippy: native', work: lintRust },
    { lane: 'rust', title: 'Clippy: WebAssembly', work: () => run('cargo', ['clippy', ...BROWSER, ...DENY], { log: 'clippy-wasm' }) },
    { lane: 'page', title: "Format, lints and layers: the page's", work: () => npm('lint') },
    { lane: 'page', title: "Types: the page's", work: () => npm('typecheck') },
    { lane: 'page', title: 'Starting data', work: () => run('node', ['server/data/check.mjs'], { log: 'data' }) },
  ],
  core: [
    {
      lane: 'rust',
      title: 'core: natively',
      work: () => cargoTest('core', RULES),
      count: countCargo,
    },
  ],
  fixtures: [
    {
      lane: 'rust',
      title: 'Fixtures: native, WebAssembly, server',
      work: () => run('node', ['scripts/fixtures.mjs', '--engine', 'all'], { log: 'fixtures' }),
      count: countFixtures,
    },
  ],
  scripts: [{ lane: 'rust', title: 'What the verbs do, and the tools below them', work: () => nodeTests(), count: countNode }],
  // On SQLite everything; on PostgreSQL only tests whose outcome can depend on the database. `plans` reads what `http` recorded.
  server: [
    { lane: 'rust', title: 'server: through HTTP, on SQLite', work: () => serverTests('sqlite', undefined, []), count: countCargo },
    { lane: 'rust', title: 'server: through HTTP, on PostgreSQL', work: () => onPostgres(), count: countCargo },
  ],
  fuzz: [
    {
      lane: 'rust',
      title: 'The API by its own description, fuzzed',
      work: () => run('node', ['scripts/fuzz.mjs'], { log: 'fuzz' }),
      // Its last line has the form of the fixture runner's.
      count: countFixtures,
    },
  ],
  ui: [{ lane: 'page', title: 'ui: components and screens', work: () => npm('test', '--', '--ci', '--json'), count: countJest }],
  // The size budgets of the built page (scripts/lib/budgets.mjs), then the journeys of customers in it.
  journeys: [
    { lane: 'last', title: 'Size: what each screen loads', work: () => npm('size') },
    { lane: 'last', title: 'Journeys in Chromium, 390 and 1440 wide', work: journeys, count: countJourneys },
  ],
};

/** The most bytes of temporary files at once: most of them are PostgreSQL's. */
const TEMPORARY_BYTES = 4 * 2 ** 30;

/** The niceness of the page's scripts: beside two compilers they get a third of the processors' time, so that no test waits for too long. */
const NICENESS = 5;
const npm = (script, ...args) => run('npm', ['run', '--silent', script, ...args], { log: `ui-${script}`, cwd: ui, niceness: NICENESS });
const cargoTest = (log, args, env) => cargo(['test', ...args], { log: `test-${log}`, env });
/** A test of the server spends a third of its time waiting for the database, so two per processor run at the same time. */
const THREADS = String(2 * availableParallelism());
const serverTests = (engine, url, args) =>
  cargoTest(`server-${engine}`, [...SERVER, ...args], { STYLEBOX_TEST_POSTGRES: url, RUST_TEST_THREADS: THREADS });

/** PostgreSQL's programs are needed even if a running server is used: one test starts a PostgreSQL with a certificate. */
const onPostgres = async () => {
  await ensurePostgres();
  return withPostgres((url) => serverTests('postgres', url, ['--test', 'http', '--test', 'plans']));
};

const testFiles = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.test.mjs') && !name.includes('node_modules'))
    .map((name) => join(folder, name));

const nodeTests = () => run('node', ['--test', '--test-reporter=tap', ...testFiles(join(root, 'scripts'))], { log: 'scripts' });

async function journeys() {
  const env = { STYLEBOX_CHROMIUM: await ensureHeadlessChromium(), STYLEBOX_WHOLE_CHROMIUM: await ensureChromium() };
  return run('node', [join(ui, 'journeys', 'run.mjs')], { log: 'journeys', cwd: ui, env });
}

async function main() {
  const asked = process.argv.slice(2);
  const unknown = asked.find((name) => !(name in levels));
  if (unknown) throw new Refusal(`There is no level "${unknown}"; the levels are ${Object.keys(levels).join(', ')}.`);
  const chosen = asked.length > 0 ? asked : Object.keys(levels);
  const started = performance.now();
  console.log(`Stylebox: tests in ${root}`);
  await prepareMachine();
  keepTemporaryFiles(TEMPORARY_BYTES);
  summarize(await runLevels(chosen), started);
}

/** Builds what these levels need and runs them, lane beside lane. Returns the rows of the summary, in the order in which they ended. */
async function runLevels(chosen) {
  const rows = [];
  const linesOf = (lane) => chosen.flatMap((level) => levels[level].filter((line) => line.lane === lane).map((line) => ({ level, ...line })));
  const attemptLane = async (lane) => {
    for (const line of linesOf(lane)) rows.push(await attempt(line));
  };
  // Only the journeys use the built page and server; all other levels build what they test.
  const hasJourneys = chosen.includes('journeys');
  let rules = null;
  const buildRulesOnce = () => (rules ??= hasJourneys ? buildRulesAndPage() : buildRules());
  const page = async () => {
    await buildRulesOnce();
    await attemptLane('page');
  };
  const rust = async () => {
    if (hasJourneys) await buildServerAndDoubles({ withTests: chosen.includes('server') });
    await buildRulesOnce();
    await attemptLane('rust');
  };
  const chains = [];
  if (hasJourneys || linesOf('page').length > 0) chains.push(page);
  if (hasJourneys || linesOf('rust').length > 0) chains.push(rust);
  if (hasJourneys) chains.push(() => installPrograms(chosen));
  await atTheSameTime(...chains);
  await attemptLane('last');
  return rows;
}

/**
 * Installs the programs of the journeys and of these levels while the compilers run. The level that needs a program tries again, and
 * fails, if that is not possible.
 */
const installPrograms = (chosen) =>
  step('Programs that the tests run', async () => {
    const needed = [ensureHeadlessChromium, ensureChromium];
    if (chosen.includes('server')) needed.push(ensurePostgres);
    if (chosen.includes('fuzz')) needed.push(ensureSchemathesis);
    let missing = 0;
    for (const install of needed) await install().catch(() => (missing += 1));
    return missing > 0 ? `${missing} cannot be installed` : '';
  });

/** Runs one line of a level. A failure is kept for the summary, so that one run shows everything that fails. */
async function attempt({ level, title, work, count }) {
  const row = { level, title, passed: 0, failed: 0, failures: [], unsteady: [], broken: null };
  try {
    await step(title, async () => {
      const printed = await work();
      if (!count) return '';
      Object.assign(row, count(printed));
      if (row.passed + row.failed === 0) throw new Error(`${title}: no test ran.`);
      return `${row.passed} passed`;
    });
  } catch (error) {
    row.broken = error;
    if (error instanceof CommandFailed && count) Object.assign(row, count(error.printed));
    row.failed = Math.max(row.failed, 1);
  }
  return row;
}

function summarize(ended, started) {
  const titles = Object.values(levels).flatMap((lines) => lines.map(({ title }) => title));
  const rows = ended.toSorted((one, other) => titles.indexOf(one.title) - titles.indexOf(other.title));
  for (const { broken } of rows) if (broken) explain(broken);
  console.log('\nSummary');
  for (const row of rows) {
    const result = row.broken ? 'FAILED' : 'ok';
    console.log(`  ${result.padEnd(7)} ${row.title.padEnd(44)} ${row.passed + row.failed > 0 ? `${row.passed} passed, ${row.failed} failed` : ''}`);
  }
  // Last, because some machines show only the end of a long output.
  for (const { title, failures } of rows) for (const failure of failures) console.log(`  Failed in "${title}": ${failure}`);
  for (const { unsteady } of rows) for (const failure of unsteady) console.log(`  Passed only when it was tried once more: ${failure}`);
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  console.log(`  ${minutes} minutes\n\n${sum('passed')} passed, ${sum('failed')} failed`);
  if (rows.some((row) => row.broken || row.failed > 0)) process.exitCode = 1;
}

main().catch(fail);
