// The tools that the machine must have, and how each missing one is installed.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unlessUnchanged } from './fingerprint.mjs';
import { root, tools, ui } from './paths.mjs';
import { Refusal, run } from './steps.mjs';

const WASM_PACK = '0.15.1';
const CARGO_MUTANTS = '27.1.0';
const S3S_FS = '0.14.1';
const WASM_TARGET = 'wasm32-unknown-unknown';

/** The output of `command`, or null if it cannot be run or fails. */
export function ask(command, ...args) {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}

/** Installs the Rust that `rust-toolchain.toml` names if it is missing and rustup is configured not to install it. */
async function ensureNamedRust() {
  if (ask('cargo', '--version') || !ask('rustup', '--version')) return;
  const [, channel] = /^channel = "(.+)"$/m.exec(readFileSync(join(root, 'rust-toolchain.toml'), 'utf8'));
  const parts = ['--profile', 'minimal', '--component', 'clippy', '--component', 'rustfmt', '--target', WASM_TARGET];
  await run('rustup', ['toolchain', 'install', channel, ...parts], { log: 'rustup-toolchain' });
}

/** The oldest Node that works: `20.19`. The page's packages need it. */
export const neededNode = () => /^>=(\d+\.\d+)$/.exec(JSON.parse(readFileSync(join(ui, 'package.json'), 'utf8')).engines.node)[1];

/** Whether a version such as `20.20.2` is `needed`, such as `20.19`, or later. */
export function isAtLeast(version, needed) {
  const [[major, minor], [neededMajor, neededMinor]] = [version, needed].map((text) => text.split('.').map(Number));
  return major > neededMajor || (major === neededMajor && minor >= neededMinor);
}

/** Checks Rust, Node and a C compiler, the only tools that must be installed beforehand. */
export async function requireToolchain() {
  await ensureNamedRust();
  if (!ask('cargo', '--version')) throw new Refusal('Rust is missing: install it from https://rustup.rs, then try again.');
  if (!ask('cc', '--version')) throw new Refusal('A C compiler is missing: install one (Debian: `apt-get install build-essential`), then try again.');
  const [node, needed] = [process.versions.node, neededNode()];
  if (!isAtLeast(node, needed)) throw new Refusal(`Node ${node} is too old: version ${needed} or later is needed.`);
}

/** Rust's standard library for WebAssembly. */
export async function ensureWasmTarget() {
  await ensureNamedRust();
  const sysroot = ask('rustc', '--print', 'sysroot');
  if (sysroot && existsSync(join(sysroot, 'lib', 'rustlib', WASM_TARGET))) return 'present';
  if (!ask('rustup', '--version')) {
    throw new Refusal(`Rust's ${WASM_TARGET} target is missing, and rustup, which would add it, is not on this machine.`);
  }
  await run('rustup', ['target', 'add', WASM_TARGET], { log: 'rustup' });
  return 'installed';
}

/** wasm-pack, built by cargo into `.tools` (its npm package downloads a binary from elsewhere). */
export async function ensureWasmPack() {
  if (ask('wasm-pack', '--version') === `wasm-pack ${WASM_PACK}`) return 'present';
  return installTool('wasm-pack', WASM_PACK);
}

/** cargo-mutants, only for `just mutants`. */
export async function ensureCargoMutants() {
  if (ask('cargo', 'mutants', '--version') === `cargo-mutants ${CARGO_MUTANTS}`) return 'present';
  return installTool('cargo-mutants', CARGO_MUTANTS);
}

/** s3s-fs, a store that speaks S3, only for `just peers`. */
export async function ensureS3sFs() {
  if (ask(join(tools, 'bin', 's3s-fs'), '--version') === `s3s-fs ${S3S_FS}`) return 'present';
  return installTool('s3s-fs', S3S_FS, '--features', 'binary');
}

/**
 * A command line tool of crates.io, built by cargo into `.tools`. It runs seldom, so it is built without optimization and debug
 * information.
 */
async function installTool(name, version, ...options) {
  await run('cargo', ['install', name, '--locked', '--debug', '--version', version, '--root', tools, ...options], {
    log: `${name}-install`,
    env: { CARGO_TARGET_DIR: join(root, 'target', 'tools'), CARGO_PROFILE_DEV_DEBUG: 'false' },
  });
  return 'installed';
}

/** The page's packages, from its lock file. */
export async function ensurePackages() {
  const stamp = 'ui/node_modules/.installed';
  const fresh = await unlessUnchanged(stamp, ['ui/package.json', 'ui/package-lock.json'], () =>
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { log: 'npm', cwd: join(root, 'ui') }),
  );
  return fresh ? 'installed' : 'present';
}

/** The path of Chromium. Installs Debian's package if there is none. */
export async function ensureChromium() {
  const found = ['chromium', 'chromium-browser', 'google-chrome'].map((name) => ask('which', name)).find(Boolean);
  if (found) return found;
  await aptInstall('chromium');
  const installed = ask('which', 'chromium');
  if (!installed) throw new Refusal('Chromium is missing: install it (`apt-get install chromium`), then try again.');
  return installed;
}

/**
 * The path of Chromium's headless build, which takes half of the processor time. Installs Debian's package if there is none. If that
 * fails, the path of Chromium itself.
 */
export async function ensureHeadlessChromium() {
  const installed = () => ask('which', 'chromium-headless-shell');
  if (!installed()) await aptInstall('chromium-headless-shell').catch(() => null);
  return installed() ?? ensureChromium();
}

/** Installs a Debian package. `remedy` says what a person can do if that fails. */
export async function aptInstall(name, remedy = `run \`apt-get install -y ${name}\` as root`) {
  const [program, ...prefix] = process.getuid?.() === 0 ? ['apt-get'] : ['sudo', '-n', 'apt-get'];
  try {
    // If it is killed while it installs something, Debian's packages have to be repaired by hand.
    const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, mayOutlive: true };
    await run(program, [...prefix, 'update', '-qq'], { log: `apt-update`, ...options });
    await run(program, [...prefix, 'install', '-y', '-qq', '--no-install-recommends', name], { log: `apt-${name}`, ...options });
  } catch {
    throw new Refusal(`${name} is missing and could not be installed: ${remedy}, then try again.`);
  }
}
