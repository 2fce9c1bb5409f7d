// What the tables of a shop say themselves, whatever the service says of them: what waits, and what is in the warehouse.
import { join } from 'node:path';
import { aptInstall, ask } from '../lib/machine.mjs';
import { ensurePostgres } from '../lib/postgres.mjs';
import { Refusal } from '../lib/steps.mjs';
import { printed } from './command.mjs';

/** How long a question waits for SQLite's writer. */
const BUSY_MS = 10_000;

/** Questions that find work that is not finished, a row for each piece of it. `now` is in microseconds since 1970. */
const waitingAt = (now) => ({
  'a message': "SELECT channel || ' ' || kind || ' to ' || recipient FROM outbox WHERE sent_at IS NULL",
  'an event of a party': 'SELECT id FROM webhook_events WHERE worked_at IS NULL',
  'a payment': "SELECT id || ', ' || purpose || ', ' || status FROM payment_attempts WHERE status IN ('pending', 'unknown')",
  // A card that may still be put on file is to be forgotten later.
  'a card that is to be forgotten': `SELECT reference FROM forget_requests WHERE due_at <= ${now}`,
});

/** The program that reads the tables, with its arguments. Installs Debian's `sqlite3` if it is missing. */
export async function readerOf({ engine, databaseUrl }) {
  if (engine === 'postgres') return [join(await ensurePostgres(), 'psql'), '--no-psqlrc', '--quiet', '--tuples-only', '--no-align', databaseUrl, '--command'];
  if (ask('sqlite3', '--version') === null) await aptInstall('sqlite3');
  if (ask('sqlite3', '--version') === null) throw new Refusal("Debian's sqlite3 is installed, and does not start: nobody could read the tables.");
  // What a developer has set for it does not count.
  return ['sqlite3', '-init', '/dev/null', '-readonly', '-batch', '-bail', '-noheader', '-list', '-cmd', `.timeout ${BUSY_MS}`, databaseUrl.replace(/^sqlite:/, '')];
}

/** The rows that a question finds, each as its words. */
async function rowsOf({ reader: [program, ...args] }, question) {
  const { stdout } = await printed(program, [...args, question]);
  return stdout.split('\n').filter(Boolean);
}

/** What waits, each as a sentence. */
export async function waitingIn(shop) {
  const found = [];
  for (const [what, question] of Object.entries(waitingAt(Date.now() * 1000))) {
    for (const row of await rowsOf(shop, question)) found.push(`${what} waits: ${row}`);
  }
  return found;
}

/** How many pieces of each garment and size are in the warehouse, and how many of them are promised to somebody: `{there, promised}`. */
export async function stockIn(shop) {
  const rows = await rowsOf(shop, "SELECT product_id || ' ' || size || '|' || CAST(quantity AS TEXT) || '|' || CAST(reserved AS TEXT) FROM stock");
  return new Map(rows.map((row) => row.split('|')).map(([garment, there, promised]) => [garment, { there: Number(there), promised: Number(promised) }]));
}
