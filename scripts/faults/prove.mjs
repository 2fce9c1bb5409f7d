// Compares all of a shop with what its customers were answered, once nothing goes wrong any more.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '../lib/steps.mjs';
import { until } from '../lib/until.mjs';
import { USES, usesIn } from './friends.mjs';
import { knowsCard, movedBy } from './gateway.mjs';
import { seenBy } from './people.mjs';
import { failedJobs, foreignMoney, missing, neverSent, unexpected, wrongCards, wrongEmails, wrongMoney, wrongShares, wrongStock } from './proof.mjs';
import { told } from './shop.mjs';
import { piecesIn, waitingIn } from './tables.mjs';

/**
 * How long the service has to finish what waits before a proof. A killed server holds a job and a message for up to 60 s more, and by
 * a clock that is ahead for longer.
 */
const SETTLE_MS = 180_000;

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

/** What the tables say still waits, although `ops attention` names nothing. */
async function unnamed(shop) {
  let waiting = [];
  const isEmpty = async () => {
    waiting = await waitingIn(shop);
    // Cards are forgotten every ten minutes. It is refused while a server runs the job.
    if (waiting.length > 0) await shop.ops('jobs', 'run', 'forgetting').catch(() => null);
    return waiting.length === 0;
  };
  await until(() => 'nothing waits in the tables', isEmpty, { ms: SETTLE_MS, pauseMs: 500 }).catch((error) => waiting.length > 0 || Promise.reject(error));
  return waiting.map((each) => `${each}, and ops attention does not name it`);
}

/**
 * The cards of the ledger that the gateway knows. Waits until it has forgotten those that were replaced, as far as it does: a server with a
 * clock that is ahead asks for that later.
 */
async function knownCards({ gateway, ledger, ops }, deadline) {
  const known = new Set();
  const look = async (cards) => {
    for (const card of cards) if (await knowsCard(gateway, card)) known.add(card); else known.delete(card);
  };
  await look(ledger.flatMap(({ card }) => card ?? []));
  const replaced = ledger.flatMap(({ replacedCard }) => replacedCard ?? []);
  for (;;) {
    await look(replaced);
    if (!replaced.some((card) => known.has(card)) || performance.now() >= deadline) return known;
    // It is refused while a server runs the job.
    await ops('jobs', 'run', 'forgetting').catch(() => null);
    await pause(500);
  }
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

/** The differences of a row of the ledger. What its customer sees is kept if there are any. `orders` gets what its customer sees of each order. */
async function wrongWith(shop, row, { moved, known, deadline, orders }) {
  const seen = await seenBy(shop, row);
  orders.set(row, seen.order);
  seen.messages = await messagesOf(shop, row, seen.messages, deadline);
  const wrong = [...missing(row, seen), ...wrongMoney(row, seen, moved.get(row.order)), ...wrongCards(row, moved.get(row.order), known), ...wrongEmails(row, seen.messages)];
  if (wrong.length > 0) appendFileSync(join(shop.folder, 'answers.jsonl'), `${JSON.stringify(seen)}\n`);
  return wrong;
}

/** The differences of what pairs of customers share. */
async function wrongPairs(shop, orders) {
  const uses = usesIn((await shop.ops('coupon', 'list')).stdout);
  return shop.pairs.flatMap((pair) => {
    const rows = pair.rows.map((row) => ({ row, charged: orders.get(row)?.charged }));
    const wrong = wrongShares({ ...pair, rows }, { most: USES, uses: uses.get(pair.coupon) });
    return wrong.map((each) => `The pair ${pair.number}: ${each}.\n  Ledger: ${pair.rows.map(told).join('\n  Ledger: ')}`);
  });
}

/** Compares everything with the ledger. Refuses with all differences. `attempts` is what `movedBy` takes. */
export async function prove(shop, attempts) {
  const waits = await attention(shop);
  const audit = await shop.ops('audit').then(() => null, (error) => error.stdout + error.stderr);
  const moved = await movedBy(shop.gateway, attempts);
  const differences = [...waits.map((each) => `It waits: ${JSON.stringify(each)}`), ...(audit === null ? [] : [`ops audit: ${audit}`]), ...foreignMoney(shop.ledger, moved)];
  const deadline = performance.now() + SETTLE_MS;
  const known = await knownCards(shop, deadline);
  const orders = new Map();
  for (const row of shop.ledger.filter(({ email }) => email)) {
    const wrong = await wrongWith(shop, row, { moved, known, deadline, orders }).catch((error) => [`what the customer sees cannot be read: ${error.message}`]);
    if (wrong.length > 0) differences.push(`${wrong.join('; ')}.\n  Ledger: ${told(row)}`);
  }
  differences.push(...(await wrongPairs(shop, orders)), ...wrongStock(orders, shop.piecesAtFirst, await piecesIn(shop)));
  if (waits.length === 0) differences.push(...(await unnamed(shop)));
  if (differences.length > 0) throw new Refusal(differences.join('\n'));
}
