// The programs that `just deploy-check` needs. None is started as a service: Debian's packages of servers are unpacked, not installed.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { unlessUnchanged } from '../lib/fingerprint.mjs';
import { aptInstall, ask } from '../lib/machine.mjs';
import { root, tools } from '../lib/paths.mjs';
import { run } from '../lib/steps.mjs';
import { Unavailable } from './checks.mjs';

const requirements = 'scripts/deploy_check/requirements.txt';
const folder = join(tools, 'deploy');

/** The path of a program, or null. Debian's servers are in folders that are not on everybody's path. */
const find = (program) => ['', '/usr/sbin/', '/usr/bin/'].map((prefix) => ask('which', `${prefix}${program}`)).find(Boolean) ?? null;

/** The program of a Debian package, on this machine or unpacked into `.tools`. The libraries that it needs must be there. */
export async function unpacked(name, program) {
  const found = find(program);
  if (found) return found;
  const to = join(folder, name);
  const places = ['usr/sbin', 'usr/bin'].map((place) => join(to, place, program));
  const isThere = () => places.find((place) => existsSync(place));
  if (!isThere()) {
    mkdirSync(to, { recursive: true });
    try {
      await run('apt-get', ['download', '-qq', name], { log: `deploy-${name}`, cwd: to });
      const [file] = readdirSync(to).filter((each) => each.endsWith('.deb'));
      await run('dpkg-deb', ['-x', join(to, file), to], { log: `deploy-${name}-unpack` });
    } catch {
      rmSync(to, { recursive: true, force: true });
      throw new Unavailable(`${program} is missing, and Debian's package ${name} could not be fetched (\`apt-get update\` may help)`);
    }
  }
  if (!isThere()) throw new Unavailable(`Debian's package ${name} has no ${program}`);
  return isThere();
}

/** A program of a Debian package that starts no service. It is installed if it is missing. */
export async function installed(name, program) {
  if (!find(program)) {
    await aptInstall(name).catch(() => {
      throw new Unavailable(`${program} is missing, and Debian's package ${name} could not be installed`);
    });
  }
  return find(program);
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
