// Builds the rules as WebAssembly: `core-wasm/pkg` for the page's bundler, `core-wasm/pkg-node` for Node (Jest, fixtures). Does
// nothing if the sources are unchanged. `npm run size` in ui/ compares the size with its budget, after the page is built.
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { unlessUnchanged } from './lib/fingerprint.mjs';
import { doorOf } from './lib/door.mjs';
import { root, ui } from './lib/paths.mjs';
import { Refusal, fail, run } from './lib/steps.mjs';

const BINARYEN = '132';
/**
 * LLVM's threshold for inlining, above its default for size: inlined code is specialized to its arguments, and most of it
 * disappears. 50 costs 0.2 KB more than 45 and makes calls faster by a twentieth; 60 costs 5 KB more.
 */
const INLINING = '-Cllvm-args=-inline-threshold=50';
/**
 * Binaryen's options. It inlines nothing more, because repeated code is smaller after gzip. `--low-memory-unused` saves 0.2 KB: the
 * lowest kilobyte of memory is the end of Rust's stack, and no pointer leads there.
 */
const OPTIMIZING = ['-Oz', '--converge', '--skip-pass=inlining-optimizing', '--low-memory-unused', '--strip-producers'];

/**
 * Builds wasm-bindgen's command line tool without optimization, which is quicker; wasm-pack builds it the first time. The rules have
 * the profile `browser`, which sets its own level.
 */
const QUICK_TOOL = { CARGO_PROFILE_RELEASE_OPT_LEVEL: '0' };

const SOURCES = ['core/Cargo.toml', 'core/build.rs', 'core/src', 'core/wire', 'core/macros', 'core-wasm', 'Cargo.toml', 'Cargo.lock', '.cargo/config.toml', 'scripts/wasm.mjs', 'scripts/lib/door.mjs'];
/** Each package with its `door`, the module that its users load. */
const TARGETS = [
  {
    target: 'bundler',
    folder: 'pkg',
    door: {
      file: 'door.js',
      // The first module starts the WebAssembly, the second has its functions.
      imports: "import './stylebox_core_wasm.js';\nimport * as rules from './stylebox_core_wasm_bg.js';",
      exportAs: (name, value) => `export const ${name} = ${value};`,
    },
  },
  {
    target: 'nodejs',
    folder: 'pkg-node',
    door: {
      file: 'door.cjs',
      imports: "const rules = require('./stylebox_core_wasm.js');",
      exportAs: (name, value) => `exports.${name} = ${value};`,
    },
  },
];

const wasmFile = (folder) => join(root, 'core-wasm', folder, 'stylebox_core_wasm_bg.wasm');

async function build({ target, folder, door }) {
  const args = ['build', 'core-wasm', '--profile', 'browser', '--no-opt', '--target', target, '--out-dir', folder, '--', '--locked'];
  // Panics name their source files: the paths must not contain this machine's folders.
  const sources = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'registry', 'src');
  const env = { RUSTFLAGS: `--remap-path-prefix=${sources}= ${INLINING}`, ...QUICK_TOOL };
  await run('wasm-pack', args, { log: `wasm-${target}`, env });
  const inPackage = (file) => join(root, 'core-wasm', folder, file);
  writeFileSync(inPackage(door.file), doorOf(readFileSync(inPackage('stylebox_core_wasm.d.ts'), 'utf8'), door));
}

/** Optimizes the WebAssembly once, because it is the same in each package. */
async function optimize([file, ...others]) {
  const wasm = readFileSync(file);
  const other = others.find((each) => !readFileSync(each).equals(wasm));
  if (other) throw new Refusal(`${other} is not ${file}: each has to be optimized by itself.`);
  const args = [file, ...OPTIMIZING, '-o', file];
  const local = join(ui, 'node_modules', '.bin', 'wasm-opt');
  if (existsSync(local)) await run(local, args, { log: 'wasm-opt' });
  else await run('npx', ['--yes', '--package', `binaryen@${BINARYEN}`, 'wasm-opt', ...args], { log: 'wasm-opt' });
  for (const each of others) copyFileSync(file, each);
}

async function buildAll() {
  for (const each of TARGETS) await build(each);
  await optimize(TARGETS.map(({ folder }) => wasmFile(folder)));
}

async function main() {
  // If one package is missing, both are built.
  const folders = TARGETS.map(({ folder }) => join('core-wasm', folder));
  if (!TARGETS.every(({ folder }) => existsSync(wasmFile(folder)))) for (const each of folders) rmSync(join(root, each), { recursive: true, force: true });
  const built = await unlessUnchanged(join(folders[0], '.built'), SOURCES, buildAll);
  console.log(built ? 'built' : 'unchanged');
}

main().catch(fail);
