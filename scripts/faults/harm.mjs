// What goes wrong: processes are killed, and the disk is full for a while. Each returns the seconds until the service answers again.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { aptInstall, ask } from '../lib/machine.mjs';

/** The size of the small disk, in megabytes, for each engine. */
const DISK_MB = { sqlite: 64, postgres: 320 };
/** How long the disk stays full. */
const FULL_MS = 700;
/** How far the clock of the second server is ahead, in seconds. */
const AHEAD_S = 90;

/** Mounts a small disk at `folder`: the function that unmounts it, or null if this machine does not let us. */
export function mountSmallDisk(folder, engine) {
  mkdirSync(folder, { recursive: true });
  if (process.getuid?.() !== 0 || ask('mount', '-t', 'tmpfs', '-o', `size=${DISK_MB[engine]}m,mode=755`, 'tmpfs', folder) === null) return null;
  return () => {
    if (ask('umount', folder) === null) execFileSync('umount', ['--lazy', folder]);
  };
}

/** Unmounts a disk that an interrupted run has left. */
export const unmountLeft = (folder) => ask('umount', folder);

/** The settings of a process whose clock is ahead. Installs Debian's faketime if it is missing. */
export async function clockAhead() {
  const library = () => ask('sh', '-c', 'ls /usr/lib/*/faketime/libfaketimeMT.so.1 /usr/lib/faketime/libfaketimeMT.so.1 2>/dev/null | head -1');
  if (!library()) await aptInstall('faketime');
  return { LD_PRELOAD: library(), FAKETIME: `+${AHEAD_S}s`, FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1' };
}

/** Waits until each server answers that it can serve: it reads the database for that. Returns the seconds. */
async function untilServed({ servers }) {
  const begun = performance.now();
  const isReady = ({ url }) => fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then((answer) => answer.ok, () => false);
  for (const server of servers) while (!(await isReady(server))) await pause(10);
  return (performance.now() - begun) / 1000;
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
  if (shop.database && !shop.database.isRunning()) await shop.database.start();
  return untilServed(shop);
}

/** What can go wrong: how many processes it kills, what it does, and to what the seconds after it belong. */
const HARM = {
  sqlite: {
    'server killed': { kills: 1, does: (shop) => killServers(shop, [0]), after: 'server' },
  },
  postgres: {
    'server killed': { kills: 1, does: (shop) => killServers(shop, [0]), after: 'server' },
    'server with the other clock killed': { kills: 1, does: (shop) => killServers(shop, [1]), after: 'server' },
    'both servers killed': { kills: 2, does: (shop) => killServers(shop, [0, 1]), after: 'server' },
    'database stopped at once': { kills: 1, does: (shop) => killDatabase(shop, 'SIGQUIT'), after: 'database' },
    'database killed': { kills: 1, does: (shop) => killDatabase(shop, 'SIGKILL'), after: 'database' },
  },
};

/** All that can go wrong in a shop. Without a small disk, it does not fill. */
export const harmOf = ({ engine, isSmall }) => ({
  ...HARM[engine],
  ...(isSmall ? { 'disk full': { kills: 0, does: fillDisk, after: 'disk' } } : {}),
});
