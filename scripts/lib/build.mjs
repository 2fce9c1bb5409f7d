// The builds: the WebAssembly, the page, the server.
import { join } from 'node:path';
import { unlessUnchanged } from './fingerprint.mjs';
import { ensurePackages, ensureWasmPack, ensureWasmTarget, requireToolchain } from './machine.mjs';
import { root, ui } from './paths.mjs';
import { run, step } from './steps.mjs';

/** The server's program. */
export const serverProgram = join(root, 'target', 'debug', 'stylebox-server');

/** The server's program of a release build. */
export const releaseProgram = join(root, 'target', 'release', 'stylebox-server');

/** Prepares the builds. One tool is compiled while the packages are fetched. */
export async function prepare() {
  await step('Looking for Rust, Node and a C compiler', requireToolchain);
  await step("Rust's WebAssembly target", ensureWasmTarget);
  await step("wasm-pack, and the page's packages", () => both(ensureWasmPack(), ensurePackages()));
}

/** Prepares the build of the WebAssembly. */
export async function prepareWasm() {
  await step("Rust's WebAssembly target", ensureWasmTarget);
  await step('wasm-pack', ensureWasmPack);
}

/** The rules as WebAssembly, for the page and for Node. */
export const buildWasm = () => step('Building the rules as WebAssembly', makeWasm);

/** The rules as WebAssembly, and the server: their last steps keep one processor busy each, so they are built at the same time. */
export const buildWasmAndServer = () =>
  step('Building the rules as WebAssembly, and the server', () => both(makeWasm(), makeServer()));

async function makeWasm() {
  const printed = await run('node', ['scripts/wasm.mjs'], { log: 'wasm' });
  return printed.trim().split('\n').at(-1);
}

async function makeServer() {
  await run('cargo', ['build', '--package', 'stylebox-server', '--locked'], { log: 'server' });
  return '';
}

/** Waits for both, also if one fails, so that nothing goes on behind the error. Returns their remarks. */
async function both(...works) {
  const ended = await Promise.allSettled(works);
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
  return [...new Set(ended.map(({ value }) => value).filter(Boolean))].join(', ');
}

/** The page, into `ui/dist`. */
export const buildPage = () =>
  step('Building the page', async () => {
    const sources = ['ui/src', 'ui/public', 'ui/index.html', 'ui/vite.config.ts', 'ui/package-lock.json'];
    const rules = ['stylebox_core_wasm_bg.wasm', 'stylebox_core_wasm_bg.js', 'stylebox_core_wasm.js', 'door.js'].map((name) => `core-wasm/pkg/${name}`);
    const built = await unlessUnchanged('ui/dist/.built', [...sources, ...rules], () =>
      run('npm', ['run', '--silent', 'build'], { log: 'page', cwd: ui }),
    );
    return built ? '' : 'unchanged';
  });

/** The server. */
export const buildServer = () => step('Building the server', makeServer);

/** The release build of the server. It includes the page if that is built. */
export const buildReleaseServer = () =>
  step('Building the server for release', async () => {
    await run('cargo', ['build', '--release', '--package', 'stylebox-server', '--locked'], { log: 'server-release' });
  });
