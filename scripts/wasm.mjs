// Builds the rules as WebAssembly: `core-wasm/pkg` for the page's bundler, `core-wasm/pkg-node` for Node (Jest, fixtures).
// Nothing is done if the sources are unchanged. Prints its size last, and fails if it is over the budget.
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { WASM_KB } from './lib/budgets.mjs';
import { unlessUnchanged } from './lib/fingerprint.mjs';
import { doorOf } from './lib/door.mjs';
import { root, ui } from './lib/paths.mjs';
import { Refusal, fail, run } from './lib/steps.mjs';

const BINARYEN = '132';
/**
 * LLVM inlines more than for size alone: inlined code is specialised to its arguments, and most of it disappears. From 45 to 50
 * costs 0.2 KB and makes calls faster by a twentieth; 60 costs 5 KB more.
 */
const INLINING = '-Cllvm-args=-inline-threshold=50';
/**
 * Binaryen inlines nothing more: that would only move code, and gzip compresses repeated code better. The lowest kilobyte of
 * memory is the end of Rust's stack, which no pointer leads to; to know that saves 0.2 KB.
 */
const OPTIMIZING = ['-Oz', '--converge', '--skip-pass=inlining-optimizing', '--low-memory-unused', '--strip-producers'];

/**
 * wasm-pack builds wasm-bindgen's tool the first time. Without optimization that is quicker. The rules are built by the profile
 * `browser`, which sets its own level.
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
  // Panics name their source files, which must not be paths of this machine.
  const sources = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'registry', 'src');
  const env = { RUSTFLAGS: `--remap-path-prefix=${sources}= ${INLINING}`, ...QUICK_TOOL };
  await run('wasm-pack', args, { log: `wasm-${target}`, env });
  const inPackage = (file) => join(root, 'core-wasm', folder, file);
  writeFileSync(inPackage(door.file), doorOf(readFileSync(inPackage('stylebox_core_wasm.d.ts'), 'utf8'), door));
}

/** Optimizes the WebAssembly, which is the same in each package, once. */
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
  // If one package is not there, both are made.
  const folders = TARGETS.map(({ folder }) => join('core-wasm', folder));
  if (!TARGETS.every(({ folder }) => existsSync(wasmFile(folder)))) for (const each of folders) rmSync(join(root, each), { recursive: true, force: true });
  await unlessUnchanged(join(folders[0], '.built'), SOURCES, buildAll);
  const kilobytes = gzipSync(readFileSync(wasmFile('pkg')), { level: 9 }).length / 1000;
  if (kilobytes > WASM_KB) throw new Refusal(`The WebAssembly has ${kilobytes.toFixed(1)} KB after gzip; its budget is ${WASM_KB} KB.`);
  console.log(`${kilobytes.toFixed(1)} KB gzip`);
}

main().catch(fail);
