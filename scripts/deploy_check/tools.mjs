// The programs that `just deploy-check` needs. None is started as a service.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as debian from '../lib/debian.mjs';
import { unlessUnchanged } from '../lib/fingerprint.mjs';
import { aptInstall, ask } from '../lib/machine.mjs';
import { root, tools } from '../lib/paths.mjs';
import { Refusal, run } from '../lib/steps.mjs';
import { Unavailable } from './checks.mjs';

const requirements = 'scripts/deploy_check/requirements.txt';
const folder = join(tools, 'deploy');

/** The program of a Debian package, on this machine or unpacked into `.tools`. */
export const unpacked = (name, program) =>
  debian.unpacked(name, program).catch((error) => {
    throw error instanceof Refusal ? new Unavailable(error.message) : error;
  });

/** A program of a Debian package that starts no service. It is installed if it is missing. */
export async function installed(name, program) {
  if (!debian.find(program)) {
    await aptInstall(name).catch(() => {
      throw new Unavailable(`${program} is missing, and Debian's package ${name} could not be installed`);
    });
  }
  return debian.find(program);
}

/** A program of the Python packages of requirements.txt, whose files are compared with their hashes. */
export async function fromPython(program) {
  const at = join(folder, 'python', 'bin', program);
  try {
    await unlessUnchanged('.tools/deploy/python/.installed', [requirements], async () => {
      if (ask('python3', '-c', 'import ensurepip, venv') === null) await aptInstall('python3-venv');
      rmSync(join(folder, 'python'), { recursive: true, force: true });
      await run('python3', ['-m', 'venv', join(folder, 'python')], { log: 'deploy-venv' });
      const options = ['--quiet', '--disable-pip-version-check', '--no-deps', '--require-hashes', '--requirement', join(root, requirements)];
      await run(join(folder, 'python', 'bin', 'pip'), ['install', ...options], { log: 'deploy-python' });
    });
  } catch (error) {
    throw new Unavailable(`${program} could not be installed by pip: ${error.message}`);
  }
  if (!existsSync(at)) throw new Unavailable(`the Python packages have no ${program}`);
  return at;
}
