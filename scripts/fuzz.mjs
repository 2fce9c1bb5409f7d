// `just fuzz` runs schemathesis against a server of our own, from the API's description. It finds undocumented statuses, malformed
// answers, invalid input that is accepted, and 5xx. The last line, `N passed, M failed`, counts calls.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildServer } from './lib/build.mjs';
import { temporaryFolder } from './lib/exit.mjs';
import { root } from './lib/paths.mjs';
import { withOwnPostgres } from './lib/postgres.mjs';
import { ensureSchemathesis } from './lib/schemathesis.mjs';
import { signIn } from './lib/customer.mjs';
import { freePort, startServer } from './lib/server.mjs';
import { CommandFailed, fail, run, step } from './lib/steps.mjs';
import { decideAll, valuesOf } from './fuzz/customer.mjs';
import { readyCalls } from './fuzz/ready.mjs';
import { callsOf, operationsOf, summary } from './fuzz/report.mjs';

const reports = join(root, 'target', 'fuzz');

/** The demo customer who has a delivered box and at least one of every other record. */
const EMAIL = 'dana@example.com';

/** Calls that would end the session, which all other calls need. They are made as a visitor, in a second run. */
const SIGNING_OUT = [{ method: 'DELETE', path: '/sessions' }];

async function main() {
  await buildServer();
  const program = await ensureSchemathesis();
  mkdirSync(reports, { recursive: true });
  const { folder, remove } = temporaryFolder('stylebox-fuzz-');
  try {
    // One engine has a box whose items are decided, so that it can be paid; the other has one without decisions. Each has a seed of its own,
    // from which every run makes the same calls, so that a failure can be repeated. Both run at once: schemathesis and the server wait for
    // each other, so that a run keeps one processor busy.
    const [paying, deciding] = await both(
      onEngine(program, folder, 'SQLite', `sqlite:${join(folder, 'fuzz.db')}`, { decide: true, seed: 20261120 }),
      withOwnPostgres((url) => onEngine(program, folder, 'PostgreSQL', url, { decide: false, seed: 20261121 })),
    );
    const { passed, failed, lines } = summary([...paying.calls, ...deciding.calls], deciding.operations);
    console.log(`\n${lines.join('\n')}\n\n${passed} passed, ${failed} failed`);
    if (failed > 0) process.exitCode = 1;
  } finally {
    remove();
  }
}

/** The results of both. If one fails, the other still ends by itself, so that it leaves no server running. */
async function both(...runs) {
  const ended = await Promise.allSettled(runs);
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
  return ended.map(({ value }) => value);
}

/** Runs against a server on an engine's new database, as a customer and then as a visitor. */
async function onEngine(program, folder, engine, databaseUrl, { decide, seed }) {
  const args = ['--demo', '--rules-rate-limit', '0', '--simulator-seconds', '0', '--trusted-proxies', '127.0.0.1'];
  const server = await startServer({ port: await freePort(), databaseUrl, args });
  try {
    const session = await signIn(server.url, EMAIL);
    if (decide) await decideAll(server.url, session);
    const values = await valuesOf(server.url, session);
    const ready = await readyCalls(server.url);
    const run = (settings) => fuzz(program, server, folder, { engine, seed, values, ...settings });
    const customer = await run({ who: 'customer', session, ready, exclude: SIGNING_OUT });
    const visitor = await run({ who: 'visitor', include: SIGNING_OUT });
    const description = await (await fetch(`${server.url}/api/openapi.json`)).json();
    return { calls: [...customer, ...visitor], operations: operationsOf(description) };
  } finally {
    await server.stop();
  }
}

/** One run. Returns the calls that it made. */
async function fuzz(program, server, folder, { engine, seed, who, session, values, ready = {}, include = [], exclude = [] }) {
  const name = `${engine.toLowerCase()}-${who}`;
  const config = join(folder, `${name}.toml`);
  const calls = join(folder, `${name}.json`);
  writeFileSync(calls, JSON.stringify({ session: session?.cookie ?? null, calls: ready }));
  // This file keeps every call with its body and answer, to look into a failure.
  const events = join(reports, `${name}.ndjson`);
  writeFileSync(config, configuration(session, values));
  const operations = [...include.map((call) => ['include', call]), ...exclude.map((call) => ['exclude', call])];
  // Excluded by name, because only method and path together identify a call.
  const filters = operations.flatMap(([kind, { method, path }]) => [`--${kind}-name`, `${method} ${path}`]);
  const args = ['--config-file', config, 'run', `${server.url}/api/openapi.json`, '--seed', String(seed), '--report', 'ndjson', '--report-ndjson-path', events, ...filters];
  try {
    await step(`On ${engine}, as a ${who}`, async () => {
      await run(program, args, { log: `fuzz-${name}`, env: { STYLEBOX_FUZZ_READY: calls } });
    });
  } catch (error) {
    // Failed checks are reported with the calls. Any other error means that schemathesis could not run.
    if (!(error instanceof CommandFailed) || !error.printed.includes('= FAILURES =') || error.printed.includes('= ERRORS =')) throw error;
    console.log(`On ${engine}, as a ${who}:\n${error.printed.slice(error.printed.indexOf('= FAILURES ='))}`);
  }
  return callsOf(readFileSync(events, 'utf8'));
}

/** The configuration: the fixed settings of `fuzz/schemathesis.toml`, and those of this server. */
function configuration(session, values) {
  const text = readFileSync(join(root, 'scripts', 'fuzz', 'schemathesis.toml'), 'utf8');
  const quoted = (value) => JSON.stringify(value);
  const hooks = `hooks = ${quoted(join(root, 'scripts', 'fuzz', 'hooks.py'))}\n`;
  const secrets = session ? `\n[auth.openapi]\nsession = { api_key = ${quoted(session.cookie)} }\nanti_forgery = { api_key = ${quoted(session.token)} }\n` : '';
  const dictionaries = values.map(({ name, values: known }) => `${name} = { values = ${quoted(known)} }`);
  const bindings = values.map(
    ({ name, paths, parameter }) => `[[operations]]\ninclude-path-regex = ${quoted(paths)}\nparameters = { ${quoted(parameter)} = { dictionary = "${name}", probability = 0.8 } }\n`,
  );
  return `${hooks}${text}${secrets}\n[dictionaries]\n${dictionaries.join('\n')}\n\n${bindings.join('\n')}`;
}

main().catch(fail);
