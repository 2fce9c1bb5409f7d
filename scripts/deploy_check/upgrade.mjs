// A rolling upgrade: two servers of the release before serve customers who order and pay, the tables are migrated, and the servers are
// replaced one after the other. Then all that customers were answered is compared with what is there.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../faults/patience.mjs';
import { prove } from '../faults/kills.mjs';
import { lives } from '../faults/people.mjs';
import { openShop } from '../faults/shop.mjs';
import { serverProgram } from '../lib/build.mjs';
import { startDouble } from '../lib/doubles.mjs';
import { ensurePostgres, withOwnPostgres } from '../lib/postgres.mjs';
import { run } from '../lib/steps.mjs';
import { buildReleaseBefore } from './before.mjs';
import { expect } from './checks.mjs';

/** How many customers are at work at once. */
const CUSTOMERS = 4;
/** How long they work with the servers as they are, before the next one is replaced, and at the end. */
const WORK_MS = 6_000;

/** Replaces a server by one of this version. Calls under way are finished. */
async function replace(shop, place) {
  await shop.servers[place].stop('SIGTERM');
  await shop.startServer(place);
  const { url } = shop.servers[place];
  await until(() => `${url}/readyz`, () => fetch(`${url}/readyz`).then((answer) => answer.ok, () => false));
}

/** The order of each attempt to charge: 0.2.0 does not tell the gateway. */
async function ordersOfAttempts(psql, { databaseUrl }) {
  const rows = await run(psql, ['--tuples-only', '--no-align', '--field-separator', ' ', databaseUrl, '--command', 'SELECT gateway_key, order_id FROM payment_attempts'], { log: 'deploy-attempts' });
  return new Map(rows.trim().split('\n').map((row) => row.split(' ')));
}

/** Upgrades the shop while customers are at work. Returns how many orders and checkouts were made by servers of each kind. */
async function upgrade(shop, made) {
  const counts = [];
  const work = async () => {
    await pause(WORK_MS);
    counts.push(made.checkouts ?? 0);
  };
  let failure = null;
  const people = Array.from({ length: CUSTOMERS }, () => lives(shop).catch((error) => (failure ??= error)));
  try {
    await work();
    shop.program = serverProgram;
    await run(serverProgram, ['migrate', '--database-url', shop.databaseUrl], { log: 'deploy-upgrade' });
    await work();
    for (const place of shop.servers.keys()) {
      await replace(shop, place);
      await work();
    }
  } finally {
    shop.close();
    await Promise.all(people);
  }
  if (failure) throw failure;
  expect(counts.every((count, at) => count > (counts[at - 1] ?? 0)), `Checkouts by the old servers, on the new tables, beside a new one, by new ones alone: ${counts.join(', ')}.`);
  return counts;
}

export async function checkUpgrade(folder) {
  const before = await buildReleaseBefore();
  const psql = join(await ensurePostgres(), 'psql');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const gateway = await startDouble('stripe');
  const totals = { answers: {}, made: {} };
  try {
    return await withOwnPostgres(async (url) => {
      const shop = await openShop({ engine: 'postgres', seed: 1, folder, program: before.program, gateway: gateway.url, database: { url }, totals });
      try {
        const counts = await upgrade(shop, totals.made);
        await prove(shop, await ordersOfAttempts(psql, shop));
        const steps = ['the old servers', 'with the new tables', 'beside a new one', 'the new ones'];
        return `from ${before.version}: ${totals.made.orders} orders; checkouts by ${steps.map((step, at) => `${step} ${counts[at] - (counts[at - 1] ?? 0)}`).join(', ')}; all is there`;
      } finally {
        writeFileSync(join(folder, 'ledger.jsonl'), shop.ledger.map((row) => JSON.stringify({ ...row, session: undefined })).join('\n'));
        await shop.stop();
      }
    });
  } finally {
    await gateway.stop();
  }
}
