// `just run` builds everything from a fresh clone and serves the demo, with one line of progress per step. `--dev` serves the page
// through Vite.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildRules, buildRulesAndPage, buildServer, prepareMachine } from './lib/build.mjs';
import { setOldDatabaseAside } from './lib/demo_database.mjs';
import { endWithThisProgram, onSignals } from './lib/exit.mjs';
import { root, ui } from './lib/paths.mjs';
import { portIsFree, startServer } from './lib/server.mjs';
import { Refusal, atTheSameTime, fail, step } from './lib/steps.mjs';

/** The demo's database, in the repository's folder. */
const DATABASE = 'data/stylebox.db';

async function main() {
  const { values: options } = parseArgs({
    options: { port: { type: 'string', default: '8080' }, dev: { type: 'boolean' }, only: { type: 'string' } },
  });
  const port = Number(options.port);
  if (!Number.isInteger(port) || port < 1 || port > 65535) throw new Refusal(`--port takes a number from 1 to 65535, not "${options.port}".`);
  console.log('Stylebox');
  if (options.only !== 'wasm' && !(await portIsFree(port))) {
    throw new Refusal(`Port ${port} is taken: stop what listens there, or choose another: npx --yes rust-just run --port ${port + 1}`);
  }
  await prepareMachine();
  if (options.only === 'wasm') return buildRules();
  await atTheSameTime(options.dev ? buildRules : buildRulesAndPage, buildServer);
  await serve(port, options.dev);
}

async function serve(port, dev) {
  mkdirSync(join(root, 'data'), { recursive: true });
  const setAside = setOldDatabaseAside(join(root, DATABASE));
  if (setAside) console.log(`  ${setAside}`);
  let server;
  await step('Opening the database, loading the starting data', async () => {
    server = await startServer({ port, databaseUrl: `sqlite:${DATABASE}`, args: ['--demo'], output: 'inherit' });
  });
  const page = dev ? spawn('npx', ['vite', '--strictPort'], { cwd: ui, stdio: 'inherit' }) : null;
  if (page) endWithThisProgram(page, 'SIGTERM');
  const { demo } = await (await fetch(`${server.url}/api/status`)).json();
  console.log(`\nOpen http://localhost:${dev ? 5173 : port}/members/`);
  for (const customer of demo?.customers ?? []) {
    console.log(`Sign in as ${customer.email} with ${customer.password} (${customer.about}).`);
  }
  console.log(`Sent emails: http://localhost:${port}/dev/outbox   Stop with Ctrl-C; everything is kept in data/.`);
  onSignals(() => {
    page?.kill();
    server.stop();
  });
  const code = await server.ended;
  page?.kill();
  process.exitCode = code ?? 0;
}

main().catch(fail);
