// Litestream copies the database of a server that takes sign-ups; both are killed, and the copy is restored and served.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '../docs/files.mjs';
import { signIn } from '../lib/customer.mjs';
import { registered } from '../fuzz/ready.mjs';
import { serverProgram } from '../lib/build.mjs';
import { endWithThisProgram } from '../lib/exit.mjs';
import { freePort, startServer } from '../lib/server.mjs';
import { run } from '../lib/steps.mjs';
import { expect } from './checks.mjs';
import { fromPython } from './tools.mjs';

/** How many customers sign up before the copy must have them, and how long it may be behind, in milliseconds. */
const CUSTOMERS = 12;
const BEHIND_MS = 3000;

const query = (file, statement) =>
  execFileSync('python3', ['-c', 'import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone()[0])', file, statement], { encoding: 'utf8' }).trim();

/** Writes the configuration of deploy/ into a folder, for a database whose copy comes beside it. Returns its path. */
export function litestreamConfig(folder, database) {
  const config = join(folder, 'litestream.yml');
  writeFileSync(config, textOf('deploy/litestream.yml').replace('/var/lib/stylebox/stylebox.db', database).replace('/var/backups/stylebox/litestream', join(folder, 'copy')));
  return config;
}

export async function checkLitestream(folder) {
  const program = await fromPython('litestream');
  mkdirSync(folder, { recursive: true });
  const [database, restored] = [join(folder, 'shop.db'), join(folder, 'restored.db')];
  const config = litestreamConfig(folder, database);
  const serve = async (file) => startServer({ port: await freePort(), databaseUrl: `sqlite:${file}`, args: ['--demo', '--trusted-proxies', '127.0.0.1', '--log', 'warn'] });
  const server = await serve(database);
  const copier = spawn(program, ['replicate', '-config', config], { stdio: ['ignore', 'pipe', 'pipe'] });
  endWithThisProgram(copier);
  let said = '';
  copier.stdout.on('data', (chunk) => (said += chunk));
  copier.stderr.on('data', (chunk) => (said += chunk));
  const ended = new Promise((resolve) => copier.on('exit', resolve));
  let last;
  for (let number = 0; number < CUSTOMERS; number += 1) last = await registered(server.url);
  await new Promise((resolve) => setTimeout(resolve, BEHIND_MS));
  expect(copier.exitCode === null, `Litestream has ended: ${said.slice(-1000)}`);
  const copiedUntil = new Date();
  // Both end in the middle of sign-ups. Some of these may be lost, but none of those before.
  const signingUp = Array.from({ length: 4 }, () => registered(server.url).catch(() => null));
  await new Promise((resolve) => setTimeout(resolve, 200));
  await server.stop('SIGKILL');
  copier.kill('SIGKILL');
  await Promise.all([ended, ...signingUp]);
  await run(program, ['restore', '-config', config, '-o', restored, database], { log: 'deploy-litestream-restore' });
  expect(query(restored, 'PRAGMA integrity_check') === 'ok', 'The restored database is damaged.');
  const counted = Number(query(restored, "SELECT count(*) FROM customers WHERE email LIKE 'fuzz%'"));
  expect(counted >= CUSTOMERS, `Of ${CUSTOMERS} customers the copy has ${counted}.`);
  // The demonstration's key lies beside its database.
  writeFileSync(`${restored}.key`, execFileSync('cat', [`${database}.key`]), { mode: 0o600 });
  // Nothing but its end of sessions can be seen here: what it does about money and erased people has tests of its own.
  const settings = { STYLEBOX_DEMO: 'true', STYLEBOX_DATABASE_URL: `sqlite:${restored}` };
  const printed = await run(serverProgram, ['restored', '--at', copiedUntil.toISOString()], { env: settings, log: 'deploy-litestream-restored' });
  expect(/sessions ended\W+[1-9]/.test(printed), `restored prints: ${printed}`);
  const again = await serve(restored);
  try {
    await signIn(again.url, last.email);
  } finally {
    await again.stop();
  }
  return `${counted} sign-ups restored after both were killed; their sessions end, and the last customer signs in`;
}
