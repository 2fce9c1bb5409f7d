// Installs schemathesis, the fuzzer of the API, in a Python environment below `.tools`.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { unlessUnchanged } from './fingerprint.mjs';
import { aptInstall, ask } from './machine.mjs';
import { root, tools } from './paths.mjs';
import { Refusal, run } from './steps.mjs';

const folder = join(tools, 'schemathesis');
/** The versions of schemathesis and its dependencies. */
const requirements = 'scripts/fuzz/requirements.txt';
const BY_HAND = 'install Python 3.10 or later with venv (Debian: `apt-get install python3-venv`)';

/** The program. It is installed if it is missing or of another version. */
export async function ensureSchemathesis() {
  const stamp = join('.tools', 'schemathesis', '.installed');
  await unlessUnchanged(stamp, [requirements], install);
  return join(folder, 'bin', 'schemathesis');
}

async function install() {
  // On Debian `ensurepip` is a package of its own. Without it no environment can be made.
  if (ask('python3', '-c', 'import ensurepip, venv') === null) await aptInstall('python3-venv', BY_HAND);
  rmSync(folder, { recursive: true, force: true });
  try {
    await run('python3', ['-m', 'venv', folder], { log: 'schemathesis-venv' });
    await run(join(folder, 'bin', 'pip'), ['install', '--quiet', '--disable-pip-version-check', '--no-deps', '--requirement', join(root, requirements)], { log: 'schemathesis-install' });
  } catch (error) {
    throw new Refusal(
      `Schemathesis could not be installed (${error.message}): ${BY_HAND}, then run \`python3 -m venv .tools/schemathesis && .tools/schemathesis/bin/pip install -r ${requirements}\`.`,
    );
  }
}
