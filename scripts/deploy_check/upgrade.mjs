// A rolling upgrade: two servers of the release before serve customers who order and pay, the owner of the tables migrates them, and the
// servers are replaced one after the other by those of a user without rights on the schema. Then all that customers were answered is
// compared with what is there.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { replaceServer } from '../faults/harm.mjs';
import { atWork } from '../faults/people.mjs';
import { prove } from '../faults/prove.mjs';
import { keepLedger, openShop } from '../faults/shop.mjs';
import { serverProgram } from '../lib/build.mjs';
import { startDouble } from '../lib/doubles.mjs';
import { ensurePostgres, withOwnPostgres } from '../lib/postgres.mjs';
import { run } from '../lib/steps.mjs';
import { buildReleaseBefore } from './before.mjs';
import { expect } from './checks.mjs';
import { databaseOfTwoUsers } from './users.mjs';

/** How long customers work with the servers as they are, before the next one is replaced, and at the end. */
const WORK_MS = 6_000;
/** Who serves customers, step by step. */
const STEPS = ['the old servers', 'these with the new tables', 'an old one beside a new one', 'the new ones'];

/** The order of each attempt to charge: 0.2.0 does not tell the gateway. */
async function ordersOfAttempts(psql, { databaseUrl }) {
  const rows = await run(psql, ['--tuples-only', '--no-align', '--field-separator', ' ', databaseUrl, '--command', 'SELECT gateway_key, order_id FROM payment_attempts'], { log: 'deploy-attempts' });
  return new Map(rows.trim().split('\n').map((row) => row.split(' ')));
}

/** Upgrades the shop while customers are at work. Returns how many checkouts there were in each step, in words. */
async function upgrade(shop, server, made) {
  const counts = [];
  const work = async () => {
    await pause(WORK_MS);
    counts.push(made.checkouts ?? 0);
  };
  const people = atWork(shop);
  try {
    await work();
    shop.program = serverProgram;
    await run(serverProgram, ['migrate', '--database-url', shop.databaseUrl], { log: 'deploy-upgrade' });
    await work();
    [shop.databaseUrl, shop.args] = [server, ['--no-migrate', ...shop.args]];
    for (const place of shop.servers.keys()) {
      await replaceServer(shop, place);
      await work();
    }
  } catch (error) {
    // What customers then cannot do follows from it.
    await people.stop().catch(() => null);
    throw error;
  }
  await people.stop();
  const checkouts = counts.map((count, at) => count - (counts[at - 1] ?? 0));
  const words = STEPS.map((step, at) => `${step} ${checkouts[at]}`).join(', ');
  expect(checkouts.every((count) => count > 0), `Checkouts by ${words}.`);
  return words;
}

export async function checkUpgrade(folder) {
  const before = await buildReleaseBefore();
  const psql = join(await ensurePostgres(), 'psql');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const gateway = await startDouble('stripe');
  const totals = { answers: {}, made: {} };
  try {
    return await withOwnPostgres(async (superuser) => {
      // Servers of 0.2.0 migrate when they start, so they run as the owner.
      const { owner, server } = await databaseOfTwoUsers(psql, superuser);
      const shop = await openShop({ engine: 'postgres', seed: 1, folder, program: before.program, gateway: gateway.url, database: { url: owner }, totals });
      try {
        const checkouts = await upgrade(shop, server, totals.made);
        await prove(shop, await ordersOfAttempts(psql, shop));
        return `from ${before.version}: ${totals.made.orders} orders; checkouts by ${checkouts}; all is there`;
      } finally {
        keepLedger(shop);
        await shop.stop();
      }
    });
  } finally {
    await gateway.stop();
  }
}
