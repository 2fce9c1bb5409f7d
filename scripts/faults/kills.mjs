// `just faults --kills N`: real servers, a real database and customers at work, while processes are killed (docs/faults.md).
import { appendFileSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildServerAndDoubles, serverProgram } from '../lib/build.mjs';
import { startDouble } from '../lib/doubles.mjs';
import { root } from '../lib/paths.mjs';
import { withBreakablePostgres } from '../lib/postgres.mjs';
import { Refusal, SIGNALS, step } from '../lib/steps.mjs';
import { movedBy } from './gateway.mjs';
import { harmOf, mountSmallDisk, unmount } from './harm.mjs';
import { until } from './patience.mjs';
import { lives, seenBy } from './people.mjs';
import { failedJobs, foreignMoney, missing, neverSent, unexpected, wrongEmails, wrongMoney } from './proof.mjs';
import { openShop } from './shop.mjs';

/** How many customers are at work at once. */
const CUSTOMERS = 4;
/** How long customers work before something goes wrong, at most. */
const WORK_MS = 2_000;
/**
 * How long the service has to finish what waits before a proof. A killed server holds a job and a message for up to 60 s more, and by
 * a clock that is ahead for longer.
 */
const SETTLE_MS = 180_000;
/** The most seconds until the service answers after its database is back. */
const ANSWERS_WITHIN_S = 2;

/** Waits until nothing waits that nothing here explains. Staff run the jobs again that failed. Returns what still waits. */
async function attention(shop) {
  let waiting = [];
  const isEmpty = async () => {
    const { stdout, stderr } = await shop.ops('attention', '--json').catch((error) => error);
    if (!stdout) throw new Error(`ops attention cannot be read: ${stderr}`);
    waiting = unexpected(JSON.parse(stdout), shop.engine);
    // It is refused while a server runs the job.
    for (const job of failedJobs(waiting)) await shop.ops('jobs', 'run', job).catch(() => null);
    return waiting.length === 0;
  };
  await until(() => 'nothing waits', isEmpty, { ms: SETTLE_MS, pauseMs: 500 }).catch((error) => waiting.length > 0 || Promise.reject(error));
  return waiting;
}

/** Waits until a customer was told of all: a job sends emails. What is still missing then, `wrongEmails` finds. */
async function messagesOf(shop, row, messages, deadline) {
  let told = messages;
  while (neverSent(row, told).length > 0 && performance.now() < deadline) {
    await pause(300);
    // A customer may not ask for an export this often.
    told = JSON.parse((await shop.ops('customer', 'export', row.email)).stdout).messages;
  }
  return told;
}

/** The differences of a row of the ledger. What its customer sees is kept if there are any. */
async function wrongWith(shop, row, { moved, deadline }) {
  const seen = await seenBy(shop, row);
  seen.messages = await messagesOf(shop, row, seen.messages, deadline);
  const wrong = [...missing(row, seen), ...wrongMoney(row, seen, moved.get(row.order)), ...wrongEmails(row, seen.messages)];
  if (wrong.length > 0) appendFileSync(join(shop.folder, 'answers.jsonl'), `${JSON.stringify(seen)}\n`);
  return wrong;
}

/** Compares everything with the ledger. Refuses with all differences. `attempts` is what `movedBy` takes. */
export async function prove(shop, attempts) {
  const waits = await attention(shop);
  const audit = await shop.ops('audit').then(() => null, (error) => error.stdout + error.stderr);
  const moved = await movedBy(shop.gateway, attempts);
  const differences = [...waits.map((each) => `It waits: ${JSON.stringify(each)}`), ...(audit === null ? [] : [`ops audit: ${audit}`]), ...foreignMoney(shop.ledger, moved)];
  const deadline = performance.now() + SETTLE_MS;
  for (const row of shop.ledger.filter(({ email }) => email)) {
    const wrong = await wrongWith(shop, row, { moved, deadline }).catch((error) => [`what the customer sees cannot be read: ${error.message}`]);
    if (wrong.length > 0) differences.push(`${wrong.join('; ')}.\n  Ledger: ${told(row)}`);
  }
  if (differences.length > 0) throw new Refusal(differences.join('\n'));
}

/** A row of the ledger without its session. */
const told = (row) => JSON.stringify({ ...row, session: undefined });

/** Something goes wrong, once. */
async function breakOnce(shop, totals) {
  const harm = harmOf(shop);
  const name = shop.chance.pick(Object.keys(harm).flatMap((each) => Array(harm[each].often).fill(each)));
  const { kills, does, after } = harm[name];
  const lasted = await does(shop);
  totals.kills += kills;
  totals.harm[name] = (totals.harm[name] ?? 0) + 1;
  (totals.seconds[after] ??= []).push(lasted);
  if (after === 'database' && lasted > ANSWERS_WITHIN_S) throw new Refusal(`The service answered ${lasted.toFixed(1)} s after its database was back.`);
}

/** Lets customers work, and things go wrong, until the shop has had its customers or `totals` has all the kills. Then compares. */
async function live(shop, { kills, totals, progress }) {
  let [working, failure] = [CUSTOMERS, null];
  const people = Array.from({ length: CUSTOMERS }, () =>
    lives(shop)
      .catch((error) => (failure ??= error))
      .finally(() => (working -= 1)),
  );
  while (totals.kills < kills && working > 0) {
    await pause(shop.chance.below(WORK_MS));
    await breakOnce(shop, totals);
    progress(`${totals.kills} kills, ${totals.made.checkouts ?? 0} checkouts`);
    if (failure) throw failure;
  }
  shop.close();
  await Promise.all(people);
  if (failure) throw failure;
  await prove(shop);
}

async function inShop(settings, run) {
  const shop = await openShop({ ...settings, totals: run.totals });
  try {
    await live(shop, run);
  } catch (error) {
    writeFileSync(join(shop.folder, 'ledger.jsonl'), shop.ledger.map(told).join('\n'));
    throw new Refusal(`The seed ${shop.seed} differs: ${error instanceof Refusal ? error.message : error.stack}\n\nLogs, ledger and answers: ${shop.folder}`);
  } finally {
    await shop.stop();
  }
}

/** A shop of its own: a disk, a gateway, a database and servers. */
async function oneShop(given, run) {
  const { engine, folder, disk } = given;
  mkdirSync(folder, { recursive: true });
  const isSmall = mountSmallDisk(disk, engine);
  if (!isSmall && run.totals.shops === 0) console.log('This user may not mount a small disk: it does not fill in this run.');
  const gateway = await startDouble('stripe');
  const settings = { ...given, isSmall, gateway: gateway.url };
  try {
    if (engine === 'sqlite') await inShop(settings, run);
    else await withBreakablePostgres(join(disk, 'postgres'), (database) => inShop({ ...settings, database }, run));
  } finally {
    await gateway.stop();
    if (isSmall) unmount(disk);
  }
}

/** Unmounts the disk if a signal ends this program: what it started ends with it. */
function leavesNothing(disk) {
  // Without a handler, a signal would end this program before its `exit` handlers run.
  for (const signal of SIGNALS) process.once(signal, () => process.exit(1));
  process.once('exit', () => unmount(disk));
}

const lines = (counts) => Object.entries(counts).map(([name, number]) => `  ${String(number).padStart(9)}  ${name}`);
const median = (all) => {
  const inOrder = [...all].sort((one, other) => one - other);
  return `median ${inOrder[inOrder.length >> 1].toFixed(2)} s, worst ${inOrder.at(-1).toFixed(2)} s, of ${inOrder.length}`;
};

function show({ kills, shops, harm, made, answers, seconds }) {
  const calls = Object.values(answers).reduce((all, number) => all + number, 0);
  const times = Object.entries(seconds).map(([name, all]) => `  until it answers after the return of the ${name}: ${median(all)}`);
  console.log([`\n${kills} kills in ${shops} shops, ${calls} calls, no difference.`, ...lines(harm), ...lines(made), 'Answers:', ...lines(answers), ...times].join('\n'));
}

/** Runs shops, from the one of the seed on, until `kills` processes were killed. */
export async function killing({ engine, kills, seed }) {
  await buildServerAndDoubles({ withTests: false });
  const all = join(root, 'target', 'faults', `kills-${engine}-${seed}`);
  const disk = join(all, 'disk');
  // An earlier run may have been killed.
  unmount(disk);
  rmSync(all, { recursive: true, force: true });
  leavesNothing(disk);
  mkdirSync(all, { recursive: true });
  // A build meanwhile does not change what runs here.
  const program = join(all, 'stylebox-server');
  copyFileSync(serverProgram, program);
  const totals = { kills: 0, shops: 0, harm: {}, made: {}, answers: {}, seconds: {} };
  await step(`${kills} kills on ${engine}, from the seed ${seed}`, async (progress) => {
    for (; totals.kills < kills; totals.shops += 1) {
      const own = seed + totals.shops;
      const folder = join(all, `shop-${own}`);
      await oneShop({ engine, seed: own, folder, disk, program }, { kills, totals, progress });
      rmSync(folder, { recursive: true });
    }
  });
  show(totals);
}
