// `just bench server` compares a release build of the server with a bare axum answer, look-ups by key and the engine's own
// commits, and shows what takes longer with more past orders. The program that measures is server/benches/service. It ends with 0
// whatever the numbers are, unless `ops audit` finds a difference or something could not be measured.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER, buildPage, buildWasm, prepareWasm } from '../lib/build.mjs';
import { cargo } from '../lib/cargo.mjs';
import { endWithThisProgram } from '../lib/exit.mjs';
import { fingerprint } from '../lib/fingerprint.mjs';
import { ensurePackages, requireToolchain } from '../lib/machine.mjs';
import { readOptions } from '../lib/options.mjs';
import { root, ui } from '../lib/paths.mjs';
import { DURABLE, withKeptPostgres } from '../lib/postgres.mjs';
import { Refusal, run, step } from '../lib/steps.mjs';

const USAGE = `just bench server [--engine sqlite|postgres|both] [--million] [--fresh]

  --engine   which engine is measured; both by default
  --million  a million past orders too: at most another 20 minutes, and more disk, which is printed first
  --fresh    makes the databases again, which are otherwise kept in target/bench/server

To try the program itself out: --past 80,400 --boxes 160 --turns 3 --milliseconds 150 --dev (not a release build, no page).`;

const folder = join(root, 'target', 'bench', 'server');
const postgres = join(folder, 'postgres');

/** Kilobytes for each order with its indexes, and the share of a database that making its indexes needs temporarily. */
const KB_AN_ORDER = { sqlite: 15, postgres: 18 };
const INDEXING_SHARE = 0.15;
/** The megabytes that a run needs besides the past, for boxes at home and the engines' logs. */
const OTHER_MB = { sqlite: 200, postgres: 1500 };

/** The sources of the databases: if the schema or the copied customers change, they are made again. */
const SOURCES = ['server/migrations', 'server/data', 'server/benches/service'];

const OPTIONS = {
  engine: { type: 'string', default: 'both' },
  million: { type: 'boolean', default: false },
  fresh: { type: 'boolean', default: false },
  past: { type: 'string' },
  boxes: { type: 'string' },
  turns: { type: 'string' },
  milliseconds: { type: 'string' },
  dev: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
};

function read(args) {
  const values = readOptions(args, OPTIONS, USAGE);
  if (!['sqlite', 'postgres', 'both'].includes(values.engine)) throw new Refusal(USAGE);
  if (!/^\d+(,\d+)*$/.test(values.past ?? '0')) throw new Refusal(USAGE);
  const past = values.past ?? (values.million ? '1000,100000,1000000' : '1000,100000');
  return { ...values, past, engines: values.engine === 'both' ? ['sqlite', 'postgres'] : [values.engine] };
}

/** Prints how much disk the missing databases need, and refuses if less is free. */
function checkDisk({ engines, past }, stamp) {
  mkdirSync(folder, { recursive: true });
  const isKept = (engine, orders) => {
    const file = join(folder, `${engine}-${orders}.stamp`);
    const isThere = existsSync(engine === 'sqlite' ? join(folder, `shop-${orders}.db`) : join(postgres, 'data'));
    return isThere && existsSync(file) && readFileSync(file, 'utf8') === stamp;
  };
  let [needed, largest] = [0, 0];
  for (const engine of engines) {
    needed += OTHER_MB[engine];
    for (const orders of past.split(',').map(Number)) {
      const megabytes = Math.ceil((orders * KB_AN_ORDER[engine]) / 1000);
      const kept = isKept(engine, orders);
      if (!kept) [needed, largest] = [needed + megabytes, Math.max(largest, megabytes)];
      console.log(`  ${engine.padEnd(9)} ${String(orders).padStart(9)} past orders: ${kept ? 'kept' : `${megabytes} MB to be made`}`);
    }
  }
  needed += largest * INDEXING_SHARE;
  const { bavail, bsize } = statfsSync(folder);
  const free = (bavail * bsize) / 1e6;
  const amount = (megabytes) => (megabytes >= 1000 ? `${(megabytes / 1000).toFixed(1)} GB` : `${Math.ceil(megabytes)} MB`);
  const told = `It needs ${amount(needed)} of disk in ${folder}, with room to make them; ${amount(free)} are free`;
  if (free < needed) throw new Refusal(`${told}: make room, or measure fewer orders or one engine.`);
  console.log(`  ${told}.\n`);
}

/** The path of the page's largest script. */
function largestScript() {
  const assets = join(ui, 'dist', 'assets');
  const size = (name) => statSync(join(assets, name)).size;
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const [largest] = scripts.sort((one, other) => size(other) - size(one));
  if (!largest) throw new Refusal('The page was built without scripts.');
  return `/members/assets/${largest}`;
}

/** Builds the program that measures, with the server in it. Returns its path. */
async function build(dev) {
  let program;
  await step(`Building the service${dev ? '' : ' for real'}`, async () => {
    const what = [...SERVER, '--bench', 'service', '--message-format', 'json'];
    const log = { log: 'bench-server' };
    const printed = await (dev ? cargo(['build', ...what], log) : run('cargo', ['build', '--release', '--locked', ...what], log));
    const messages = printed.split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
    program = messages.findLast(({ executable, target }) => executable && target.name === 'service').executable;
  });
  return program;
}

/** Runs the program to its end, and shows its output as it comes. */
function measure(program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
    endWithThisProgram(child);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Refusal(`The measuring ended with ${signal ?? code}.`));
    });
  });
}

export async function bench(args) {
  const options = read(args);
  if (options.help) return console.log(USAGE);
  if (options.fresh) rmSync(folder, { recursive: true, force: true });
  const stamp = fingerprint(SOURCES);
  checkDisk(options, stamp);
  await requireToolchain();
  if (!options.dev) {
    await prepareWasm();
    await step("The page's packages", ensurePackages);
    await buildWasm();
    await buildPage();
  }
  const program = await build(options.dev);
  const flags = ['--folder', folder, '--stamp', stamp, '--past', options.past];
  if (!options.dev) flags.push('--script', largestScript());
  for (const name of ['boxes', 'turns', 'milliseconds']) if (options[name]) flags.push(`--${name}`, options[name]);
  if (options.engines.includes('sqlite')) flags.push('--sqlite');
  if (!options.engines.includes('postgres')) return measure(program, flags);
  const settings = Object.entries(DURABLE).map(([name, value]) => `${name}=${value}`);
  console.log(`\nPostgreSQL runs with ${settings.join(', ')};\nSQLite as the service opens it, with a log that every commit waits for.\n`);
  return withKeptPostgres(postgres, (url) => measure(program, [...flags, '--postgres', url.slice(0, url.lastIndexOf('/'))]));
}
