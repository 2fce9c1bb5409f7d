// `just bench`: how long a validation call takes, from JavaScript through the built WebAssembly and back, as the page makes it.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './lib/paths.mjs';

const core = createRequire(import.meta.url)(join(root, 'core-wasm', 'pkg-node', 'stylebox_core_wasm.js'));

const valid = ['Ada', 'Lovelace', 'ada@example.com', 'ada@example.com', '55401', 'Stylebox#2026'];
const rows = {
  'registration form, all valid': () => core.registrationValidate(...valid),
  'registration form, all empty': () => core.registrationValidate('', '', '', '', '', ''),
  'one mask (phone)': () => core.maskPhone('6125550100'),
};

/** The median of several rounds, in microseconds per call. */
function time(call) {
  const calls = 20_000;
  const rounds = Array.from({ length: 11 }, () => {
    const started = performance.now();
    for (let index = 0; index < calls; index += 1) call();
    return ((performance.now() - started) * 1000) / calls;
  });
  return rounds.sort((a, b) => a - b)[Math.floor(rounds.length / 2)];
}

for (const [name, call] of Object.entries(rows)) {
  time(call);
  console.log(`${name.padEnd(32)} ${time(call).toFixed(2).padStart(8)} µs`);
}
