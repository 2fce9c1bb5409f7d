// Compares all of a shop with what its customers were answered, once nothing goes wrong any more.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '../lib/steps.mjs';
import { NotInTime, until } from '../lib/until.mjs';
import { USES, usesIn } from './friends.mjs';
import { knowsCard, movedBy } from './gateway.mjs';
import { seenBy } from './people.mjs';
import { failedJobs, foreignMoney, missing, neverSent, unexpected, wrongCards, wrongEmails, wrongMoney, wrongShares, wrongStock } from './proof.mjs';
import { told } from './shop.mjs';
import { stockIn, waitingIn } from './tables.mjs';

/**
 * How long the service has to finish what waits before a proof. A killed server holds a job and a message for up to 60 s more, and by
 * a clock that is ahead for longer.
 */
const SETTLE_MS = 180_000;

/** Looks again and again until nothing is left, and returns what is left after a while. `again` is done before each look but the first. */
async function leftOf(look, again) {
  let left = [];
  const isEmpty = async () => {
    left = await look();
    if (left.length > 0) await again(left);
    return left.length === 0;
  };
  await until(() => 'nothing is left', isEmpty, { ms: SETTLE_MS, pauseMs: 500 }).catch((error) => {
    if (!(error instanceof NotInTime)) throw error;
  });
  return left;
}

/** Runs a job as staff do. It is refused while a server runs it. */
const runJob = ({ ops }, job) => ops('jobs', 'run', job).catch(() => null);

/** Waits until `ops attention` names nothing that nothing here explains. Staff run the jobs again that failed. Returns what it still names. */
function attention(shop) {
  const look = async () => {
    const { stdout, stderr } = await shop.ops('attention', '--json').catch((error) => error);
    if (!stdout) throw new Error(`ops attention cannot be read: ${stderr}`);
    return unexpected(JSON.parse(stdout), shop.engine);
  };
  return leftOf(look, async (waiting) => {
    for (const job of failedJobs(waiting)) await runJob(shop, job);
  });
}

/** What the tables say still waits, although `ops attention` names nothing. Cards are forgotten every ten minutes, unless staff ask for it. */
const unnamed = (shop) => leftOf(() => waitingIn(shop), () => runJob(shop, 'forgetting'));

/**
 * The cards of the ledger that the gateway knows. Waits until it has forgotten those that were replaced, as far as it does: a server with a
 * clock that is ahead asks for that later.
 */
async function knownCards(shop, deadline) {
  const { gateway, ledger } = shop;
  const known = new Set();
  const look = async (cards) => {
    for (const card of cards) if (await knowsCard(gateway, card)) known.add(card); else known.delete(card);
  };
  await look(ledger.flatMap(({ card }) => card ?? []));
  const replaced = ledger.flatMap(({ replacedCard }) => replacedCard ?? []);
  for (;;) {
    await look(replaced);
    if (!replaced.some((card) => known.has(card)) || performance.now() >= deadline) return known;
    await runJob(shop, 'forgetting');
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
  differences.push(...(await wrongPairs(shop, orders)), ...wrongStock(orders, shop.stockAtFirst, await stockIn(shop)));
  if (waits.length === 0) differences.push(...(await unnamed(shop)).map((each) => `${each}, and ops attention does not name it`));
  if (differences.length > 0) throw new Refusal(differences.join('\n'));
}
