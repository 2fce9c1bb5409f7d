// The two users of PostgreSQL, as an operator makes them by deploy/postgres/users.sql.
import { join } from 'node:path';
import { root } from '../lib/paths.mjs';
import { run } from '../lib/steps.mjs';

const PASSWORDS = { OWNER_PASSWORD: 'o1', SERVER_PASSWORD: 's1' };

/** The address of a database by a user, on the same PostgreSQL. */
function addressOf(superuser, user, password, database) {
  const address = new URL(superuser);
  [address.username, address.password, address.pathname] = [user, password, `/${database}`];
  return address.href;
}

/**
 * Makes an empty database, and its users if they are not there. Returns its addresses: `owner` owns the tables, `server` reads and writes
 * rows and has no rights on the schema.
 */
export async function databaseOfTwoUsers(psql, superuser, database = 'stylebox') {
  const args = ['--quiet', '--file', join(root, 'deploy/postgres/users.sql'), superuser];
  await run(psql, args, { log: `deploy-users-${database}`, env: { ...PASSWORDS, DATABASE: database } });
  const { OWNER_PASSWORD, SERVER_PASSWORD } = PASSWORDS;
  return {
    owner: addressOf(superuser, 'stylebox_owner', OWNER_PASSWORD, database),
    server: addressOf(superuser, 'stylebox', SERVER_PASSWORD, database),
  };
}
