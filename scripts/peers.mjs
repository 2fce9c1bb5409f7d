// `just peers` tests our clients against servers that others wrote: email against aiosmtpd, payments against localstripe, photos
// against s3s-fs, the database behind PgBouncer. They are in `.tools`, or on this machine, and none is started as a service. Our own
// doubles share our reading of a protocol; a peer does not.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER } from './lib/build.mjs';
import { cargo } from './lib/cargo.mjs';
import { unpacked } from './lib/debian.mjs';
import { endWithThisProgram } from './lib/exit.mjs';
import { unlessUnchanged } from './lib/fingerprint.mjs';
import { aptInstall, ask, ensureS3sFs } from './lib/machine.mjs';
import { root, tools } from './lib/paths.mjs';
import { withPostgres } from './lib/postgres.mjs';
import { freePort } from './lib/server.mjs';
import { Refusal, fail, run, step } from './lib/steps.mjs';
import { withS3 } from './peers/s3.mjs';

const folder = join(tools, 'peers');
const requirements = 'scripts/peers/requirements.txt';
/** How long localstripe may take to answer for the first time. */
const START_TIMEOUT_MS = 10_000;

async function install() {
  // On Debian `ensurepip` is a package of its own. Without it no environment can be made.
  if (ask('python3', '-c', 'import ensurepip, venv') === null) await aptInstall('python3-venv');
  rmSync(folder, { recursive: true, force: true });
  await run('python3', ['-m', 'venv', folder], { log: 'peers-venv' });
  const options = ['--quiet', '--disable-pip-version-check', '--no-deps', '--requirement', join(root, requirements)];
  await run(join(folder, 'bin', 'pip'), ['install', ...options], { log: 'peers-install' });
}

/** Runs the tests of a module that are ignored by default because they need a peer. */
async function test(module, env) {
  const args = ['test', ...SERVER, '--test', 'http', '--', '--ignored', module];
  const printed = await cargo(args, { log: `peers-${module.replaceAll('::', '-')}`, env });
  const passed = /test result: ok\. (\d+) passed/.exec(printed)?.[1];
  if (!passed || passed === '0') throw new Error(`${module}: no test ran.`);
  return `${passed} passed`;
}

/** Does `work` with the address of a running localstripe. */
async function withLocalstripe(work) {
  const port = await freePort();
  const child = spawn(join(folder, 'bin', 'localstripe'), ['--from-scratch', '--port', String(port)], { stdio: 'ignore' });
  endWithThisProgram(child);
  try {
    const address = `http://127.0.0.1:${port}`;
    const until = Date.now() + START_TIMEOUT_MS;
    while (!(await answers(address))) {
      if (Date.now() > until) throw new Refusal('localstripe does not answer: run `.tools/peers/bin/localstripe` to see why.');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return await work(address);
  } finally {
    child.kill();
  }
}

const answers = (address) =>
  fetch(address).then(
    () => true,
    () => false,
  );

async function main() {
  await step('aiosmtpd and localstripe', () => unlessUnchanged(join('.tools', 'peers', '.installed'), [requirements], install));
  await step('Emails to aiosmtpd', () => test('mail::peer', { STYLEBOX_TEST_AIOSMTPD: join(folder, 'bin', 'python') }));
  await step('Payments by localstripe', () =>
    withLocalstripe((address) => test('payment::stripe::peer', { STYLEBOX_TEST_LOCALSTRIPE: address })),
  );
  const pgbouncer = await step("Debian's PgBouncer", () => unpacked('pgbouncer', 'pgbouncer'));
  await step('The database behind PgBouncer', () =>
    withPostgres((address) => test('platform::pgbouncer_peer', { STYLEBOX_TEST_POSTGRES: address, STYLEBOX_TEST_PGBOUNCER: pgbouncer })),
  );
  await step('s3s-fs', ensureS3sFs);
  await step('Photos in s3s-fs', () =>
    withS3('http://stylebox.test', (address) => test('style::photos_s3_peer', { STYLEBOX_TEST_S3: address })),
  );
}

main().catch(fail);
