// A shop whose processes are killed: its servers, and what its customers were answered.
import { randomBytes } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chanceOf } from '../lib/chance.mjs';
import { atExit } from '../lib/exit.mjs';
import { root } from '../lib/paths.mjs';
import { freePort, startServer } from '../lib/server.mjs';
import { signUp } from './calls.mjs';
import { printed } from './command.mjs';
import { meetingPlace } from './friends.mjs';
import { settingsOf } from './gateway.mjs';
import { checkClocks, clockAhead, tidyClocks } from './harm.mjs';
import { readerOf, stockIn } from './tables.mjs';

/** How many customers a shop takes. The stock of the starting data suffices for twice as many. */
const MOST_CUSTOMERS = 120;
/** A coupon for each customer. */
const COUPON = 'KILLS';

/** How its servers are started. */
const ARGS = ['--trusted-proxies', '127.0.0.1', '--simulator-seconds', '0', '--payment-retry-seconds', '1', '--rules-rate-limit', '0', '--log', 'warn'];

/** Opens a shop: one server on SQLite, and two on PostgreSQL, whose clocks differ. */
export async function openShop({ engine, seed, folder, disk, program, isSmall, gateway, database, totals }) {
  const seeds = chanceOf(seed);
  const newSeed = () => seeds.below(2 ** 31);
  // Each has its own, so that what goes wrong follows from the seed, however often customers call meanwhile.
  const [harm, doors, people] = [chanceOf(newSeed()), chanceOf(newSeed()), newSeed()];
  const env = { STYLEBOX_DEMO: 'true', STYLEBOX_SECRET_KEY: randomBytes(32).toString('hex'), ...settingsOf(gateway) };
  const databaseUrl = database?.url ?? `sqlite:${join(disk, 'shop.db')}`;
  const count = (counts, kind) => (counts[kind] = (counts[kind] ?? 0) + 1);
  let customers = 0;
  const shop = {
    engine, seed, folder, disk, program, isSmall, gateway, database, databaseUrl, args: ARGS, coupon: COUPON, servers: [], ledger: [], chance: harm,
    chanceOf: (number) => chanceOf(people + number),
    // The order of the calls depends on time, and so does the server that a call reaches, unless it asks for the server of a place.
    url: (place) => (place === undefined ? doors.pick(shop.servers) : shop.servers[place % shop.servers.length]).url,
    ...meetingPlace(),
    nextNumber: () => (customers < MOST_CUSTOMERS ? (customers += 1) : null),
    close: () => (customers = MOST_CUSTOMERS),
    count: (answer) => count(totals.answers, answer),
    made: (what) => count(totals.made, what),
    ops: (...args) => printed(shop.program, ['ops', ...args, '--database-url', shop.databaseUrl, '--log', 'error'], { cwd: root, env: { ...process.env, ...env } }),
  };
  const places = engine === 'sqlite' ? [{}] : [{}, await clockAhead()];
  const ports = [];
  for (const _ of places) ports.push(await freePort());
  shop.startServer = async (place) => {
    if (shop.servers[place]) noteLog(shop, place);
    shop.servers[place] = await startServer({ program: shop.program, port: ports[place], databaseUrl: shop.databaseUrl, args: shop.args, env: { ...env, ...places[place] } });
  };
  // If a signal ends this program: its servers have been killed by then.
  const cancel = atExit(() => tidyClocks());
  shop.stop = async () => {
    for (const [place, server] of shop.servers.entries()) {
      noteLog(shop, place);
      await server.stop('SIGKILL');
    }
    cancel();
    tidyClocks();
  };
  try {
    for (const place of places.keys()) await shop.startServer(place);
    await checkClocks(shop.servers);
    shop.reader = await readerOf(shop);
    // What the demonstration's own customers have is not in the warehouse.
    shop.stockAtFirst = await stockIn(shop);
    await shop.ops('coupon', 'issue', COUPON, '--off', '10.00');
    // A customer who orders nothing: their calls show whether the servers serve.
    shop.looker = await signUp(shop, 0);
  } catch (error) {
    await shop.stop();
    throw error;
  }
  return shop;
}

/** Keeps what a server has said. */
function noteLog({ servers, folder }, place) {
  appendFileSync(join(folder, `server-${place}.log`), `${servers[place].said()}\n-- killed --\n`);
}

/** A row of the ledger without its session. */
export const told = (row) => JSON.stringify({ ...row, session: undefined });

/** Keeps the ledger beside the logs. */
export const keepLedger = ({ folder, ledger }) => writeFileSync(join(folder, 'ledger.jsonl'), ledger.map(told).join('\n'));
