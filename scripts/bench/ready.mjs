// The WebAssembly file of the rules: its size, and the time from its bytes to the first answer.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../lib/paths.mjs';
import { median } from './timing.mjs';

const LOADS = 31;

const require = createRequire(import.meta.url);
const [door, script] = ['door.cjs', 'stylebox_core_wasm.js'].map((name) => join(root, 'core-wasm', 'pkg-node', name));

/** KB after gzip. */
export const kilobytes = () =>
  gzipSync(readFileSync(join(root, 'core-wasm', 'pkg', 'stylebox_core_wasm_bg.wasm')), { level: 9 }).length / 1000;

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
