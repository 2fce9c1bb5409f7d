// What happens to processes: they are killed, the database answers nothing or the disk is full for a while, a server is replaced. What goes
// wrong returns the seconds until the service answers again.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ANSWERS, send } from '../lib/customer.mjs';
import { aptInstall, ask } from '../lib/machine.mjs';
import { MEMORY } from '../lib/memory.mjs';
import { Refusal } from '../lib/steps.mjs';
import { until } from '../lib/until.mjs';

/** The size of the small disk, in megabytes, for each engine. */
const DISK_MB = { sqlite: 64, postgres: 320 };
/** How long the disk stays full. */
const FULL_MS = 700;
/** How long PostgreSQL stands still at most. */
const STILL_MS = 6_000;
/** How far the clock of the second server is ahead, in seconds. */
const AHEAD_S = 90;

/** Mounts a new small disk at `folder`. Returns whether it could: otherwise `folder` is empty, and lies on the disk that is there. */
export function mountSmallDisk(folder, engine) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return process.getuid?.() === 0 && ask('mount', '-t', 'tmpfs', '-o', `size=${DISK_MB[engine]}m,mode=755`, 'tmpfs', folder) !== null;
}

/** Unmounts it, also while a process that is about to end still uses it. If nothing is mounted, nothing happens. */
export const unmount = (folder) => ask('umount', folder) ?? ask('umount', '--lazy', folder);

/** The settings of a process whose clock is ahead. Installs Debian's faketime if it is missing. */
export async function clockAhead() {
  const library = () => ask('sh', '-c', 'ls /usr/lib/*/faketime/libfaketimeMT.so.1 /usr/lib/faketime/libfaketimeMT.so.1 2>/dev/null | head -1');
  if (!library()) await aptInstall('faketime');
  if (!library()) throw new Refusal("Debian's faketime is installed, and its library is not found: the clocks would be the same.");
  return { LD_PRELOAD: library(), FAKETIME: `+${AHEAD_S}s`, FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1' };
}

/** Fails if the second of two servers does not answer as one whose clock is ahead. */
export async function checkClocks(servers) {
  if (servers.length < 2) return;
  const [first, second] = await Promise.all(servers.map(async ({ url }) => Date.parse((await fetch(`${url}/readyz`)).headers.get('date'))));
  const ahead = Math.round((second - first) / 1000);
  if (!(Math.abs(ahead - AHEAD_S) <= 10)) throw new Refusal(`The clock of the second server should be ${AHEAD_S} s ahead, and is ${ahead} s ahead.`);
}

/** Whether a process runs. One that has ended stays in the list until its parent asks for its end. */
function runs(pid) {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Removes what faketime leaves in memory for each process that is killed. */
export function tidyClocks(folder = MEMORY) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const pid = /faketime_(?:sem|shm)_(\d+)$/.exec(name)?.[1];
    if (pid && !runs(pid)) rmSync(join(folder, name), { force: true });
  }
}

/**
 * Waits until each server changes something for a customer, and says that it is ready. `/readyz` alone is not asked: it gives an answer again
 * for a second, which may be one of before. Returns the seconds.
 */
async function untilServed({ servers, looker }, { before = async () => {} } = {}) {
  const begun = performance.now();
  const signal = () => AbortSignal.timeout(5_000);
  const session = { ...looker.session, address: looker.address };
  const change = { responses: { top_size: ANSWERS.top_size } };
  const isGood = (asked) => asked.then(({ ok }) => ok, () => false);
  const serves = async ({ url }) => {
    await before();
    return (await isGood(send(url, session, 'PATCH', '/style_profiles/current', change, { signal: signal() }))) && isGood(fetch(`${url}/readyz`, { signal: signal() }));
  };
  for (const server of servers) await until(() => `${server.url} serves`, () => serves(server), { pauseMs: 10 });
  return (performance.now() - begun) / 1000;
}

/** Replaces a server, as in an upgrade: it finishes the calls under way, and `shop.program` takes its place. */
export async function replaceServer(shop, place) {
  await shop.servers[place].stop('SIGTERM');
  await shop.startServer(place);
  await untilServed(shop);
}

async function killServers(shop, places) {
  await Promise.all(places.map((place) => shop.servers[place].stop('SIGKILL')));
  await pause(shop.chance.below(200));
  const begun = performance.now();
  for (const place of places) await shop.startServer(place);
  return (performance.now() - begun) / 1000 + (await untilServed(shop));
}

async function killDatabase(shop, signal) {
  await shop.database.kill(signal);
  await pause(shop.chance.below(300));
  await shop.database.start();
  return untilServed(shop);
}

async function stopAnswering(shop) {
  const goOn = shop.database.standStill();
  try {
    await pause(shop.chance.below(STILL_MS));
  } finally {
    goOn();
  }
  return untilServed(shop);
}

async function fillDisk(shop) {
  const filler = join(shop.disk, 'filler');
  const piece = Buffer.alloc(1 << 16);
  const isWritten = (flag) => {
    try {
      writeFileSync(filler, piece, { flag });
      return true;
    } catch {
      return false;
    }
  };
  while (isWritten('a'));
  await pause(FULL_MS);
  rmSync(filler, { force: true });
  // PostgreSQL ends if it cannot write its log. An operator starts it once there is room.
  const startAgain = async () => {
    if (shop.database && !shop.database.isRunning()) await shop.database.start();
  };
  return untilServed(shop, { before: startAgain });
}

/** What can go wrong: how often beside the others, how many processes it kills, what it does, and to what the seconds after it belong. */
const HARM = {
  sqlite: {
    'server killed': { often: 4, kills: 1, does: (shop) => killServers(shop, [0]), after: 'server' },
  },
  postgres: {
    'server killed': { often: 1, kills: 1, does: (shop) => killServers(shop, [0]), after: 'server' },
    'server with the other clock killed': { often: 1, kills: 1, does: (shop) => killServers(shop, [1]), after: 'server' },
    'both servers killed': { often: 1, kills: 2, does: (shop) => killServers(shop, [0, 1]), after: 'server' },
    // It ends the transactions under way, and tells their servers.
    'database stopped in order': { often: 1, kills: 1, does: (shop) => killDatabase(shop, 'SIGINT'), after: 'database' },
    'database stopped at once': { often: 1, kills: 1, does: (shop) => killDatabase(shop, 'SIGQUIT'), after: 'database' },
    // Statements are answered late, by which time their callers may have given up.
    'database stands still': { often: 1, kills: 0, does: stopAnswering, after: 'database' },
    'database killed': { often: 1, kills: 1, does: (shop) => killDatabase(shop, 'SIGKILL'), after: 'database' },
  },
};

/** All that can go wrong in a shop. Without a small disk, it does not fill. */
export const harmOf = ({ engine, isSmall }) => ({
  ...HARM[engine],
  ...(isSmall ? { 'disk full': { often: 1, kills: 0, does: fillDisk, after: 'disk' } } : {}),
});
