// The WebAssembly file of the rules: its size, and the time from its bytes to the first answer.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root, ui } from '../lib/paths.mjs';
import { median } from './timing.mjs';

const LOADS = 31;

const require = createRequire(import.meta.url);
const [door, script] = ['door.cjs', 'stylebox_core_wasm.js'].map((name) => join(root, 'core-wasm', 'pkg-node', name));

/** KB of the gzip file that the page's build writes. */
export async function kilobytes() {
  const ofPage = createRequire(join(ui, 'package.json'));
  const wasm = readFileSync(join(root, 'core-wasm', 'pkg', 'stylebox_core_wasm_bg.wasm'));
  const compressed = await ofPage('@gfx/zopfli').gzipAsync(wasm, ofPage('./scripts/zopfli.json'));
  return compressed.length / 1000;
}

/** Milliseconds to compile it, instantiate it and call it once. */
export function readyMs() {
  const samples = Array.from({ length: LOADS }, () => {
    delete require.cache[door];
    delete require.cache[script];
    const started = performance.now();
    require(door).maskZip('55401');
    return performance.now() - started;
  });
  return median(samples);
}
