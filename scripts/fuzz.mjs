// `just fuzz`: schemathesis against a server of our own, by what the API says of itself: no undocumented status, no answer of
// another form, nothing taken that is refused by the description, no 5xx. The last line is `N passed, M failed`, in calls.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServer } from './lib/build.mjs';
import { root } from './lib/paths.mjs';
import { ensureSchemathesis } from './lib/schemathesis.mjs';
import { freePort, startServer } from './lib/server.mjs';
import { CommandFailed, fail, run, step } from './lib/steps.mjs';
import { idsOf, signIn } from './fuzz/customer.mjs';
import { callsOf, operationsOf, summary } from './fuzz/report.mjs';

/** How long the calls of a customer may take, in seconds; the few of a visitor take no more than a handful. */
const SECONDS = 60;

const reports = join(root, 'target', 'fuzz');

/** The demo customer whose box is there: she has one of everything. */
const EMAIL = 'dana@example.com';

/** What ends the session that all the other calls need: called as a visitor, in a second run. */
const SIGNING_OUT = [{ method: 'DELETE', path: '/sessions' }];

async function main() {
  await buildServer();
  const program = await ensureSchemathesis();
  const folder = mkdtempSync(join(tmpdir(), 'stylebox-fuzz-'));
  let server;
  try {
    const args = ['--demo', '--rules-rate-limit', '0', '--simulator-seconds', '0', '--trusted-proxies', '127.0.0.1'];
    server = await startServer({ port: await freePort(), databaseUrl: `sqlite:${join(folder, 'fuzz.db')}`, args });
    const session = await signIn(server.url, EMAIL);
    const ids = await idsOf(server.url, session);
    const customer = await fuzz(program, server, folder, { name: 'customer', session, ids, exclude: SIGNING_OUT, seconds: SECONDS });
    const visitor = await fuzz(program, server, folder, { name: 'visitor', ids, include: SIGNING_OUT });
    const description = await (await fetch(`${server.url}/api/openapi.json`)).json();
    const { passed, failed, lines } = summary([...customer, ...visitor], operationsOf(description));
    console.log(`\n${lines.join('\n')}\n\n${passed} passed, ${failed} failed`);
    if (failed > 0) process.exitCode = 1;
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One run; answers the calls that it made. */
async function fuzz(program, server, folder, { name, session, ids, include = [], exclude = [], seconds }) {
  mkdirSync(reports, { recursive: true });
  const config = join(folder, `${name}.toml`);
  // Kept: who wants to know what was called, with what, and what was answered, finds all of it there.
  const events = join(reports, `${name}.ndjson`);
  writeFileSync(config, configuration(session, ids));
  const operations = [...include.map((call) => ['include', call]), ...exclude.map((call) => ['exclude', call])];
  // Excluded by name: method and path stand for one call only together.
  const filters = operations.flatMap(([kind, { method, path }]) => [`--${kind}-name`, `${method} ${path}`]);
  const args = ['--config-file', config, 'run', `${server.url}/api/openapi.json`, '--report', 'ndjson', '--report-ndjson-path', events, ...filters];
  if (seconds) args.push('--max-time', String(seconds));
  try {
    await step(`As a ${name}`, async () => {
      await run(program, args, { log: `fuzz-${name}` });
    });
  } catch (error) {
    // What it found is told with all the calls; that it could not work is a mistake of ours.
    if (!(error instanceof CommandFailed) || !error.printed.includes('= FAILURES =') || error.printed.includes('= ERRORS =')) throw error;
    console.log(error.printed.slice(error.printed.indexOf('= FAILURES =')));
  }
  return callsOf(readFileSync(events, 'utf8'));
}

/** The settings that are the same each time, and those of this server. */
function configuration(session, ids) {
  const text = readFileSync(join(root, 'scripts', 'fuzz', 'schemathesis.toml'), 'utf8');
  const quoted = (value) => JSON.stringify(value);
  const hooks = `hooks = ${quoted(join(root, 'scripts', 'fuzz', 'hooks.py'))}\n`;
  const secrets = session ? `\n[auth.openapi]\nsession = { api_key = ${quoted(session.cookie)} }\nanti_forgery = { api_key = ${quoted(session.token)} }\n` : '';
  const dictionaries = Object.entries(ids).map(([name, { values }]) => `${name} = { values = ${quoted(values)} }`);
  const operations = Object.entries(ids).map(
    ([name, { paths }]) => `[[operations]]\ninclude-path-regex = ${quoted(paths)}\nparameters = { "path.${ids[name].parameter}" = { dictionary = "${name}", probability = 0.8 } }\n`,
  );
  return `${hooks}${text}${secrets}\n[dictionaries]\n${dictionaries.join('\n')}\n\n${operations.join('\n')}`;
}

main().catch(fail);
