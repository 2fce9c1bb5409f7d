// The builds: the WebAssembly, the page, the server.
import { join } from 'node:path';
import { cargo, failIfWarned } from './cargo.mjs';
import { unlessUnchanged } from './fingerprint.mjs';
import { ensurePackages, ensureWasmPack, ensureWasmTarget, requireToolchain } from './machine.mjs';
import { root, ui } from './paths.mjs';
import { run, step } from './steps.mjs';

/** The server's program. */
export const serverProgram = join(root, 'target', 'debug', 'stylebox-server');

/** The server's program of a release build. */
export const releaseProgram = join(root, 'target', 'release', 'stylebox-server');

const wasmTarget = () => step("Rust's WebAssembly target", ensureWasmTarget);

/** Looks for what the builds need of the machine. */
export async function prepareMachine() {
  await step('Looking for Rust, Node and a C compiler', requireToolchain);
  await wasmTarget();
}

/** wasm-pack and the page's packages, at the same time, because one is compiled and the other is downloaded. */
export const installTools = () =>
  step("wasm-pack and the page's packages", async () => {
    const [wasmPack, packages] = await Promise.all([ensureWasmPack(), ensurePackages()]);
    return `wasm-pack ${wasmPack}, packages ${packages}`;
  });

/** Prepares the build of the WebAssembly. */
export async function prepareWasm() {
  await wasmTarget();
  await step('wasm-pack', ensureWasmPack);
}

/** Options of cargo: the crates of the rules, with the list of all rules. */
export const RULES = ['core', 'core-macros', 'wire', 'wire-derive'].flatMap((name) => ['--package', `stylebox-${name}`]).concat('--features', 'stylebox-core/registry');

/** Options of cargo: the server's crate. */
export const SERVER = ['--package', 'stylebox-server'];

/**
 * All targets, as `cargo test` chooses them: `--all-targets` would also compile macros for themselves, in another profile, and then all
 * that uses them once more.
 */
const TARGETS = ['--tests', '--benches', '--bins', '--examples'];

/** Builds all targets of our crates, and fails if the compiler or Clippy warns. */
export async function lintRust() {
  for (const [log, crates] of Object.entries({ 'lint-rules': RULES, 'lint-server': SERVER })) await failIfWarned([...crates, ...TARGETS], { log });
}

/** The rules as WebAssembly, for the page and for Node. */
export const buildWasm = () =>
  step('Building the rules as WebAssembly', async () => {
    const printed = await run('node', ['scripts/wasm.mjs'], { log: 'wasm' });
    return printed.trim().split('\n').at(-1);
  });

/** The page, into `ui/dist`. */
export const buildPage = () =>
  step('Building the page', async () => {
    const sources = ['ui/src', 'ui/scripts', 'ui/worker', 'ui/public', 'ui/index.html', 'ui/vite.config.ts', 'ui/package-lock.json'];
    const rules = ['stylebox_core_wasm_bg.wasm', 'stylebox_core_wasm_bg.js', 'stylebox_core_wasm.js', 'door.js'].map((name) => `core-wasm/pkg/${name}`);
    const built = await unlessUnchanged('ui/dist/.built', [...sources, ...rules], () =>
      run('npm', ['run', '--silent', 'build'], { log: 'page', cwd: ui }),
    );
    return built ? '' : 'unchanged';
  });

/** The tools of the rules and of the page, then the rules. */
export async function buildRules() {
  await installTools();
  await buildWasm();
}

/** The rules, then the page, which uses them. */
export async function buildRulesAndPage() {
  await buildRules();
  await buildPage();
}

/** The server. */
export const buildServer = () =>
  step('Building the server', async () => {
    await cargo(['build', ...SERVER], { log: 'server' });
  });

/**
 * The server, the stand-ins for outside parties that journeys use, and the server's tests if they are run too. One call of cargo
 * builds all of it: in separate calls, a processor would be idle while the largest crate is compiled.
 */
export const buildServerAndDoubles = ({ withTests }) =>
  step(`Building the server${withTests ? ', tests' : ''} and stand-ins`, async () => {
    const targets = ['--bins', '--examples', ...(withTests ? ['--tests'] : [])];
    await cargo(['build', ...SERVER, ...targets], { log: 'server-and-doubles' });
  });

/** The release build of the server. It includes the page if that is built. */
export const buildReleaseServer = () =>
  step('Building the server for release', async () => {
    await run('cargo', ['build', '--release', ...SERVER, '--locked'], { log: 'server-release' });
  });
