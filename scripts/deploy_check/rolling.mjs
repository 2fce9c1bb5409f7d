// Two servers on PostgreSQL behind nginx: the two users of the database, and a restart of one server after the other under load.
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePostgres, withOwnPostgres } from '../lib/postgres.mjs';
import { serverProgram } from '../lib/build.mjs';
import { freePort, startServer } from '../lib/server.mjs';
import { CommandFailed, run } from '../lib/steps.mjs';
import { expect } from './checks.mjs';
import { outcomesOf, underLoad } from './proxies.mjs';
import { startProxy } from './proxy.mjs';
import { databaseOfTwoUsers } from './users.mjs';

/** The most calls that may fail: one for each caller and restart would be twelve. */
const MOST_FAILED = 3;

/** The user of the server may not change the schema. */
async function hasNoRights(psql, address) {
  for (const statement of ['CREATE TABLE mine (id TEXT)', 'DROP TABLE customers', 'CREATE TEMPORARY TABLE mine (id TEXT)']) {
    const refused = await run(psql, ['--quiet', address, '--command', statement], { log: 'deploy-rights' }).catch((error) => error);
    expect(refused instanceof CommandFailed, `The user of the server may ${statement}.`);
  }
}

/** Backs up as the user of the server, restores into an empty database as the owner, and reads there as the user of the server. */
async function backUp({ psql, superuser, folder, env, databaseUrl }) {
  const backups = join(folder, 'backups');
  await run(serverProgram, ['backup', '--keep', '14', backups, '--demo', '--database-url', databaseUrl], { log: 'deploy-backup', env });
  const restored = await databaseOfTwoUsers(psql, superuser, 'restored');
  await run(serverProgram, ['restore', backups, '--demo', '--database-url', restored.owner], { log: 'deploy-restore', env });
  const count = await run(psql, ['--tuples-only', restored.server, '--command', 'SELECT count(*) FROM customers'], { log: 'deploy-restored-count' });
  expect(Number(count) > 0, 'The restored database has no customers.');
  return 'backed up as one user, restored as the other';
}

export async function checkRolling(folder) {
  const psql = join(await ensurePostgres(), 'psql');
  mkdirSync(folder, { recursive: true });
  return withOwnPostgres(async (superuser) => {
    const { owner, server: databaseUrl } = await databaseOfTwoUsers(psql, superuser);
    await run(serverProgram, ['migrate', '--database-url', owner], { log: 'deploy-migrate' });
    await hasNoRights(psql, databaseUrl);
    const [port, ...ports] = [await freePort(), await freePort(), await freePort()];
    const args = ['--no-migrate', '--demo', '--public-url', `https://localhost:${port}`, '--trusted-proxies', '127.0.0.1', '--log', 'warn'];
    // The key of a demonstration lies in the folder of the repository; the two servers need the same.
    const env = { STYLEBOX_SECRET_KEY: randomBytes(32).toString('hex') };
    const start = (serverPort) => startServer({ port: serverPort, databaseUrl, args, env });
    const servers = [];
    for (const each of ports) servers.push(await start(each));
    let proxy;
    try {
      proxy = await startProxy('nginx', { folder: join(folder, 'nginx'), upstreams: ports.map((each) => `127.0.0.1:${each}`), port });
      const outcomes = await underLoad({ proxy }, async () => {
        for (const [at, each] of ports.entries()) {
          await servers[at].stop();
          servers[at] = await start(each);
        }
      });
      const { failures, words } = outcomesOf(outcomes);
      // A call with a body can come in the very moment in which a server closes its connections. nginx does not send it again.
      const isAllowed = ({ outcome, isRead }) => outcome === 502 && !isRead;
      expect(failures.every(isAllowed) && failures.length <= MOST_FAILED, `Two servers restarted in turn: ${words}.`);
      return `${words}; ${await backUp({ psql, superuser, folder, env, databaseUrl })}`;
    } finally {
      await proxy?.stop();
      for (const server of servers) await server.stop();
    }
  });
}
