// A PostgreSQL of our own, on a free port. For tests it is in a temporary folder and is removed afterwards; for a benchmark it is
// kept.
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { childrenOf, endWithThisProgram, isRunning, signalTo, temporaryFolder } from './exit.mjs';
import { ask, aptInstall } from './machine.mjs';
import { freePort } from './server.mjs';
import { Refusal, run } from './steps.mjs';

/** How long the server may take to answer for the first time. */
const START_TIMEOUT_MS = 30_000;
/** How long the processes of a killed server may take to end. */
const END_TIMEOUT_MS = 1_000;
/** The limit of connections: each test has a service, and each service its own connections. */
const CONNECTIONS = 500;
/** For tests: if the machine fails, only a test's data are lost, so nothing waits for the disk. Nothing is vacuumed in a few minutes. */
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' };
/**
 * For a benchmark: a commit is on the disk before it is answered, as by default. Bulk writes into a table that was emptied in the
 * same transaction skip the write-ahead log.
 */
export const DURABLE = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '4GB',
  shared_buffers: '512MB',
  maintenance_work_mem: '256MB',
};
/** For a database whose processes are killed: a commit has left the process before it is answered. Its write-ahead log stays small. */
const KILLABLE = { fsync: 'off', synchronous_commit: 'on', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: 0, max_wal_size: '48MB', min_wal_size: '32MB' };
/** The command for a person, if this script may not install packages. */
const BY_HAND = 'install it (Debian: `apt-get install postgresql`), or name a running one by STYLEBOX_TEST_POSTGRES=postgres://…';

/**
 * Runs `work` with the address of a PostgreSQL server: that of STYLEBOX_TEST_POSTGRES, or of one that is started for `work` and
 * stopped afterwards, even if the program is interrupted.
 */
export async function withPostgres(work) {
  const given = process.env.STYLEBOX_TEST_POSTGRES;
  return given ? work(given) : withOwnPostgres(work);
}

/** Runs `work` with the address of a PostgreSQL server of our own, whose database is empty. */
export const withOwnPostgres = (work) => whileRunning({}, ({ url }) => work(url));

/** Runs `work` with the address of a PostgreSQL server of our own, whose databases are kept in `folder` and whose commits are durable. */
export const withKeptPostgres = (folder, work) => whileRunning({ kept: folder, settings: DURABLE }, ({ url }) => work(url));

/**
 * Runs `work` with a PostgreSQL that can be broken, whose databases are in `folder`: `{url, start, kill, standStill, isRunning}`. A process that is killed loses
 * no commit that was answered; only the machine's own end could.
 */
export const withBreakablePostgres = (folder, work) => whileRunning({ kept: folder, settings: KILLABLE }, work);

async function whileRunning(options, work) {
  const server = await startPostgres(options);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

async function startPostgres({ kept = null, settings = NOT_DURABLE } = {}) {
  const programs = await ensurePostgres();
  const owner = unprivileged();
  if (kept) mkdirSync(kept, { recursive: true });
  const { folder, remove } = kept ? { folder: kept, remove: () => {} } : temporaryFolder('stylebox-postgres-');
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const as = { cwd: folder, ...owner };
  let child = null;
  const stop = async () => {
    if (child && isRunning(child)) {
      const ended = new Promise((resolve) => child.on('exit', resolve));
      // On SIGINT it closes all connections and ends; on SIGTERM it would wait for them.
      child.kill('SIGINT');
      await ended;
    }
    remove();
  };
  try {
    if (!existsSync(join(data, 'PG_VERSION'))) {
      const init = ['--pgdata', data, '--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C', '--no-sync'];
      await run(join(programs, 'initdb'), init, { log: 'postgres-init', ...as });
    }
    const port = await freePort();
    // Its socket takes a third of the time of a connection by TCP, which a benchmark has to measure.
    const socket = settings === NOT_DURABLE ? folder : '';
    const all = { ...settings, port, listen_addresses: '127.0.0.1', unix_socket_directories: socket, max_connections: CONNECTIONS };
    const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const start = async () => {
      child = spawn(join(programs, 'postgres'), ['-D', data, ...flags], { ...as, stdio: ['ignore', 'ignore', 'pipe'] });
      // On SIGQUIT it closes all connections, too, and does not write its tables to the disk before.
      endWithThisProgram(child, 'SIGQUIT');
      await untilReady(child, programs, port);
    };
    await start();
    const url = `postgres://postgres@127.0.0.1:${port}/postgres${socket && `?host=${encodeURIComponent(socket)}`}`;
    return { url, stop, start, isRunning: () => child !== null && isRunning(child), kill: (signal) => endAll(child, signal), standStill: () => standStill(child) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Ends a PostgreSQL with all its processes: by SIGINT as `pg_ctl stop` does, by SIGQUIT as `pg_ctl stop -m immediate` does, by SIGKILL each
 * process by itself. Waits until all have ended, because a new one refuses to start before.
 */
async function endAll(child, signal) {
  const workers = childrenOf(child.pid);
  const ended = isRunning(child) ? new Promise((resolve) => child.once('exit', resolve)) : null;
  child.kill(signal);
  await ended;
  const deadline = performance.now() + END_TIMEOUT_MS;
  for (const worker of workers) {
    // A process that has ended stays in the list if nobody asks for its end.
    while (signalTo(worker, signal === 'SIGKILL' ? 'SIGKILL' : 0) && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Lets all processes of a PostgreSQL stand still: it takes connections, and answers nothing. Returns what lets them go on. */
function standStill(child) {
  // The first one starts no others once it stands still.
  signalTo(child.pid, 'SIGSTOP');
  const workers = childrenOf(child.pid);
  for (const worker of workers) signalTo(worker, 'SIGSTOP');
  return () => {
    for (const each of [...workers, child.pid]) signalTo(each, 'SIGCONT');
  };
}

async function untilReady(child, programs, port) {
  let said = '';
  child.stderr.on('data', (chunk) => (said = (said + chunk).slice(-2000)));
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (ask(join(programs, 'pg_isready'), '--host', '127.0.0.1', '--port', String(port)) === null) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Refusal(`PostgreSQL did not start. ${said.trim()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The folder with PostgreSQL's own programs. Installs Debian's package if there is none. */
export async function ensurePostgres() {
  const found = findPostgres();
  if (found) return found;
  await aptInstall('postgresql', BY_HAND);
  const installed = findPostgres();
  if (!installed) throw new Refusal(`PostgreSQL is missing: ${BY_HAND}, then try again.`);
  return installed;
}

/** The folder with the programs, or null. Debian keeps those of each version in a folder outside of the path; the latest is used. */
function findPostgres() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((one, other) => Number(other) - Number(one)) : [];
  const onPath = ask('which', 'initdb');
  const folders = [ask('pg_config', '--bindir'), onPath && dirname(onPath), ...versions.map((version) => join(debian, version, 'bin'))];
  const whole = (folder) => folder && ['initdb', 'postgres', 'pg_isready'].every((program) => existsSync(join(folder, program)));
  return folders.find(whole) ?? null;
}

/** PostgreSQL refuses to run as root. Returns the user that it runs as instead; null if we are not root. */
function unprivileged() {
  if (process.getuid?.() !== 0) return null;
  const id = (flag, user) => Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: id('-u', user), gid: id('-g', user) };
    } catch {
      // This machine has no such user.
    }
  }
  throw new Refusal('PostgreSQL does not run as root, and this machine has neither a user "postgres" nor "nobody".');
}
