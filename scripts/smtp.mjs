// `just smtp`: our e-mail client against aiosmtpd, a server that others wrote. It is installed in `.tools`.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { unlessUnchanged } from './lib/fingerprint.mjs';
import { aptInstall, ask } from './lib/machine.mjs';
import { root, tools } from './lib/paths.mjs';
import { fail, run, step } from './lib/steps.mjs';

const folder = join(tools, 'aiosmtpd');
const requirements = 'scripts/smtp/requirements.txt';

async function install() {
  // On Debian `ensurepip` is a package of its own. Without it no environment can be made.
  if (ask('python3', '-c', 'import ensurepip, venv') === null) await aptInstall('python3-venv');
  rmSync(folder, { recursive: true, force: true });
  await run('python3', ['-m', 'venv', folder], { log: 'aiosmtpd-venv' });
  const options = ['--quiet', '--disable-pip-version-check', '--no-deps', '--requirement', join(root, requirements)];
  await run(join(folder, 'bin', 'pip'), ['install', ...options], { log: 'aiosmtpd-install' });
}

async function main() {
  await step('aiosmtpd', () => unlessUnchanged(join('.tools', 'aiosmtpd', '.installed'), [requirements], install));
  await step('E-mails to it', async () => {
    const args = ['test', '--package', 'stylebox-server', '--test', 'http', '--', '--ignored', 'message::peer'];
    const printed = await run('cargo', args, { log: 'smtp', env: { STYLEBOX_TEST_AIOSMTPD: join(folder, 'bin', 'python') } });
    return /test result: ok\. \d+ passed/.exec(printed)?.[0];
  });
}

main().catch(fail);
