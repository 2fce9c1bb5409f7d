// `just bench wire`: how many bytes reading one more form costs in the browser, with `stylebox-wire` and with serde's own derive.
// It builds small WebAssembly modules that read many forms and few, and divides the difference.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { prepareWasm } from '../lib/build.mjs';
import { root } from '../lib/paths.mjs';
import { run, step } from '../lib/steps.mjs';

const [FEW, MANY] = [10, 100];
const folder = join(root, 'target', 'bench-wire');

const WAYS = {
  'stylebox-wire': { derive: 'stylebox_wire::Input', read: (form) => `stylebox_wire::Json::of_text(text, |_| 0.0).and_then(|json| <${form} as stylebox_wire::Input>::read(&json).ok())` },
  "serde's derive, serde_json": { derive: 'serde::Deserialize', read: (form) => `serde_json::from_str::<${form}>(text).ok()` },
};

const MANIFEST = `[package]
name = "bench-wire"
version = "0.0.0"
edition = "2024"

[lib]
crate-type = ["cdylib"]

[dependencies]
serde = { version = "1", default-features = false, features = ["alloc", "derive"] }
serde_json = { version = "1", default-features = false, features = ["alloc"] }
stylebox-wire = { path = "../../core/wire" }

[profile.release]
codegen-units = 1
lto = true
opt-level = "z"
panic = "abort"
strip = true

[workspace]
`;

/** The kinds of fields that core's forms have: a type, and how its value is used. */
const KINDS = [
  ['String', (field) => `form.${field}.len()`],
  ['Option<String>', (field) => `form.${field}.as_ref().map_or(1, |text| text.len())`],
  ['bool', (field) => `usize::from(form.${field})`],
  ['Vec<String>', (field) => `form.${field}.len()`],
  ['f64', (field) => `form.${field}.to_bits() as usize`],
];

/** A form of two to nine fields. No two are the same, so that neither the compiler nor gzip can merge them. */
function formOf(index, { derive, read }) {
  const fields = Array.from({ length: 2 + ((index * 5) % 8) }, (_, place) => {
    const [type, use] = KINDS[(index * place + index + place * place) % KINDS.length];
    const name = `field_${index}_${place}`;
    return { declared: `${name}: ${type}`, used: use(name) };
  });
  return `#[derive(${derive})]
struct Form${index} { ${fields.map(({ declared }) => declared).join(', ')} }
#[unsafe(no_mangle)]
pub extern "C" fn read_${index}(start: *const u8, length: usize) -> usize {
    let bytes = unsafe { core::slice::from_raw_parts(start, length) };
    let Ok(text) = core::str::from_utf8(bytes) else { return 0 };
    ${read(`Form${index}`)}.map_or(0, |form| ${fields.map(({ used }) => used).join(' ^ ')})
}
`;
}

async function bytes(way, forms) {
  const sources = Array.from({ length: forms }, (_, index) => formOf(index, way));
  mkdirSync(join(folder, 'src'), { recursive: true });
  writeFileSync(join(folder, 'Cargo.toml'), MANIFEST);
  writeFileSync(join(folder, 'Cargo.lock'), readFileSync(join(root, 'Cargo.lock')));
  writeFileSync(join(folder, 'src', 'lib.rs'), sources.join('\n'));
  await run('cargo', ['build', '--release', '--target', 'wasm32-unknown-unknown', '--offline'], { log: 'bench-wire', cwd: folder });
  const built = readFileSync(join(folder, 'target', 'wasm32-unknown-unknown', 'release', 'bench_wire.wasm'));
  return { plain: built.length, gzip: gzipSync(built, { level: 9 }).length };
}

export async function bench() {
  await prepareWasm();
  const lines = [];
  for (const [name, way] of Object.entries(WAYS)) {
    await step(`Forms read by ${name}`, async () => {
      const [few, many] = [await bytes(way, FEW), await bytes(way, MANY)];
      const each = (kind) => ((many[kind] - few[kind]) / (MANY - FEW) / 1000).toFixed(2);
      lines.push(`${name.padEnd(28)} ${each('plain').padStart(8)} KB a form  ${each('gzip').padStart(8)} KB after gzip  (${FEW} forms: ${(few.gzip / 1000).toFixed(1)} KB)`);
    });
  }
  lines.forEach((line) => console.log(line));
}
