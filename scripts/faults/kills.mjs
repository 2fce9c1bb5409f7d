// `just faults --kills N`: real servers, a real database and customers at work, while processes are killed (docs/faults.md).
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { buildServerAndDoubles, serverProgram } from '../lib/build.mjs';
import { startDouble } from '../lib/doubles.mjs';
import { root } from '../lib/paths.mjs';
import { withBreakablePostgres } from '../lib/postgres.mjs';
import { freePort, startServer } from '../lib/server.mjs';
import { Refusal, step } from '../lib/steps.mjs';
import { chanceOf } from '../lib/chance.mjs';
import { movedBy, settingsOf } from './gateway.mjs';
import { clockAhead, harmOf, mountSmallDisk, unmountLeft } from './harm.mjs';
import { lives, seenBy } from './people.mjs';
import { emailsOn, missing, unexpected, wrongEmails, wrongMoney } from './proof.mjs';

/** How many customers are at work at once, and after how many rounds everything is compared. */
const CUSTOMERS = 4;
const ROUNDS_A_PROOF = 8;
/** How long customers work before something goes wrong, at most. */
const WORK_MS = 900;
/** How long jobs have to finish what waits before a proof. */
const SETTLE_MS = 30_000;
/** The most seconds until the service answers after its database is back. */
const ANSWERS_WITHIN_S = 2;

function shopOf({ engine, seed, folder, disk, isSmall, gateway, database }) {
  const chance = chanceOf(seed);
  const env = { STYLEBOX_DEMO: 'true', STYLEBOX_SECRET_KEY: randomBytes(32).toString('hex'), ...settingsOf(gateway) };
  const databaseUrl = database?.url ?? `sqlite:${join(disk, 'shop.db')}`;
  const shop = { engine, chance, disk, isSmall, folder, gateway, database, env, databaseUrl, servers: [], ledger: [], answers: {}, emails: new Map() };
  let [number, isClosed, isPaused, waiting, opened] = [0, false, false, 0, []];
  return Object.assign(shop, {
    made: { orders: 0, checkouts: 0, cancellations: 0 },
    isOpen: () => !isClosed,
    close: () => (isClosed = true),
    nextNumber: () => (number += 1),
    count: (kind) => (shop.answers[kind] = (shop.answers[kind] ?? 0) + 1),
    // Not by the seed: how often it is asked depends on time.
    url: () => shop.servers[Math.floor(Math.random() * shop.servers.length)].url,
    gate: async () => {
      if (!isPaused) return;
      waiting += 1;
      await new Promise((resolve) => opened.push(resolve));
      waiting -= 1;
    },
    rest: async (working) => {
      isPaused = true;
      while (waiting < working()) await pause(10);
    },
    goOn: () => {
      isPaused = false;
      opened.splice(0).forEach((resolve) => resolve());
    },
    ops: (...args) => ops(shop, args),
    giftCard: async () => /(?:\d{4} )+\d{4}/.exec((await again(() => ops(shop, ['gift-card', 'issue', '30.00']))).stdout)[0],
  });
}

const ops = ({ env, databaseUrl }, args) =>
  promisify(execFile)(serverProgram, ['ops', ...args, '--database-url', databaseUrl, '--log', 'error'], { cwd: root, env: { ...process.env, ...env } });

async function again(work, tries = 40) {
  for (let left = tries; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
      await pause(150);
    }
  }
}

/** Gives the shop its servers: one on SQLite, and two on PostgreSQL, whose clocks differ. */
async function open(shop) {
  const places = shop.engine === 'sqlite' ? [{}] : [{}, await clockAhead()];
  const ports = [];
  for (const _ of places) ports.push(await freePort());
  shop.startServer = async (place) => {
    const args = ['--trusted-proxies', '127.0.0.1', '--simulator-seconds', '0', '--payment-retry-seconds', '1', '--rules-rate-limit', '0', '--log', 'warn'];
    const former = shop.servers[place];
    if (former) appendFileSync(join(shop.folder, `server-${place}.log`), `${former.said()}\n-- killed --\n`);
    shop.servers[place] = await startServer({ port: ports[place], databaseUrl: shop.databaseUrl, args, env: { ...shop.env, ...places[place] } });
  };
  for (const place of places.keys()) await shop.startServer(place);
}

async function readEmails(shop) {
  const page = await (await fetch(`${shop.servers[0].url}/dev/outbox`)).text();
  for (const email of emailsOn(page)) shop.emails.set(email.id, email);
}

/** What `ops attention` names that nothing here explains, once the jobs had time. */
async function attention(shop) {
  const deadline = performance.now() + SETTLE_MS;
  for (;;) {
    const { stdout } = await shop.ops('attention', '--json').catch((error) => error);
    const waiting = unexpected(JSON.parse(stdout));
    if (waiting.length === 0 || performance.now() > deadline) return waiting;
    await pause(500);
  }
}

/** Waits until each customer was told of all: a job sends emails. What is still missing then, the proof finds. */
async function allTold(shop) {
  const deadline = performance.now() + SETTLE_MS;
  for (;;) {
    await readEmails(shop);
    const isTold = shop.ledger.every((row) => !row.email || wrongEmails(row, [...shop.emails.values()]).length === 0);
    if (isTold || performance.now() > deadline) return;
    await pause(300);
  }
}

/** Compares everything with the ledger. Refuses with all differences. */
async function prove(shop) {
  const waits = await attention(shop);
  await allTold(shop);
  const audit = await shop.ops('audit').then(() => null, (error) => error.stdout + error.stderr);
  const moved = await movedBy(shop.gateway);
  const differences = [...waits.map((each) => `It waits: ${JSON.stringify(each)}`), ...(audit === null ? [] : [`ops audit: ${audit}`])];
  for (const row of shop.ledger.filter(({ email }) => email)) {
    const seen = await seenBy(shop, row);
    const wrong = [...missing(row, seen), ...wrongMoney(row, seen, moved.get(row.order)), ...wrongEmails(row, [...shop.emails.values()])];
    if (wrong.length === 0) continue;
    differences.push(`${wrong.join('; ')}.\n  Ledger: ${told(row)}`);
    appendFileSync(join(shop.folder, 'answers.jsonl'), `${JSON.stringify(seen)}\n`);
  }
  if (differences.length > 0) throw new Refusal(differences.join('\n'));
}

/** A row of the ledger without its session. */
const told = (row) => JSON.stringify({ ...row, session: undefined });

const lines = (counts) => Object.entries(counts).map(([name, number]) => `  ${String(number).padStart(9)}  ${name}`);
const seconds = (all) => {
  const inOrder = [...all].sort((one, other) => one - other);
  return `median ${inOrder[inOrder.length >> 1].toFixed(2)} s, worst ${inOrder.at(-1).toFixed(2)} s, of ${inOrder.length}`;
};

async function rounds(shop, kills, progress) {
  const harm = harmOf(shop);
  const found = { harm: {}, seconds: {}, kills: 0 };
  let [working, failure] = [CUSTOMERS, null];
  const people = Array.from({ length: CUSTOMERS }, () =>
    lives(shop)
      .catch((error) => (failure ??= error))
      .finally(() => (working -= 1)),
  );
  const stopped = async () => {
    await shop.rest(() => working);
    if (failure) throw failure;
    await prove(shop);
  };
  for (let round = 1; found.kills < kills; round += 1) {
    await pause(shop.chance.below(WORK_MS));
    const name = shop.chance.pick(Object.keys(harm));
    const { kills: killed, does, after } = harm[name];
    const lasted = await does(shop);
    found.kills += killed;
    found.harm[name] = (found.harm[name] ?? 0) + 1;
    (found.seconds[after] ??= []).push(lasted);
    if (after === 'database' && lasted > ANSWERS_WITHIN_S) throw new Refusal(`The service answered ${lasted.toFixed(1)} s after its database was back.`);
    progress(`${found.kills} kills, ${shop.made.checkouts} checkouts`);
    await readEmails(shop);
    if (failure) throw failure;
    if (round % ROUNDS_A_PROOF > 0) continue;
    await stopped();
    shop.goOn();
  }
  shop.close();
  await Promise.all(people);
  if (failure) throw failure;
  await prove(shop);
  return found;
}

async function inShop(settings, { kills, seed }) {
  const shop = shopOf(settings);
  try {
    await open(shop);
    const found = await step(`${kills} kills on ${shop.engine}, seed ${seed}`, (progress) => rounds(shop, kills, progress));
    const times = Object.entries(found.seconds).map(([name, all]) => `  until it answers after the return of the ${name}: ${seconds(all)}`);
    const calls = Object.values(shop.answers).reduce((sum, number) => sum + number, 0);
    console.log([`\n${found.kills} kills, ${calls} calls, no difference.`, ...lines(found.harm), ...lines(shop.made), 'Answers:', ...lines(shop.answers), ...times].join('\n'));
  } catch (error) {
    const rows = shop.ledger.map(told).join('\n');
    writeFileSync(join(shop.folder, 'ledger.jsonl'), rows);
    throw new Refusal(`The seed ${seed} differs: ${error instanceof Refusal ? error.message : error.stack}\n\nLogs, ledger and answers: ${shop.folder}`);
  } finally {
    for (const [place, server] of shop.servers.entries()) {
      appendFileSync(join(shop.folder, `server-${place}.log`), server.said());
      await server.stop('SIGKILL');
    }
  }
}

/** Runs a shop in which `kills` processes are killed. */
export async function killing({ engine, kills, seed }) {
  await buildServerAndDoubles({ withTests: false });
  const folder = join(root, 'target', 'faults', `kills-${engine}-${seed}`);
  const disk = join(folder, 'disk');
  unmountLeft(disk);
  rmSync(folder, { recursive: true, force: true });
  const unmount = mountSmallDisk(disk, engine);
  if (!unmount) console.log('This user may not mount a small disk: it does not fill in this run.');
  const double = await startDouble('stripe');
  const settings = { engine, seed, folder, disk, gateway: double.url, isSmall: unmount !== null };
  try {
    mkdirSync(disk, { recursive: true });
    if (engine === 'sqlite') await inShop(settings, { kills, seed });
    else await withBreakablePostgres(join(disk, 'postgres'), (database) => inShop({ ...settings, database }, { kills, seed }));
  } finally {
    await double.stop();
    unmount?.();
  }
}
