import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { cargo, failIfWarned } from './cargo.mjs';
import { root } from './paths.mjs';
import { Refusal } from './steps.mjs';

/** A crate of its own with this main file. */
function crateOf(t, main) {
  // In the repository, whose `rust-toolchain.toml` names the Rust with Clippy.
  const folder = mkdtempSync(join(root, 'target', 'crate-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'Cargo.toml'), '[package]\nname = "linted"\nversion = "1.0.0"\nedition = "2024"\n\n[workspace]\n');
  writeFileSync(join(folder, 'Cargo.lock'), 'version = 4\n\n[[package]]\nname = "linted"\nversion = "1.0.0"\n');
  writeFileSync(join(folder, 'src', 'main.rs'), main);
  const env = { CARGO_TARGET_DIR: join(folder, 'target') };
  return { cwd: folder, log: 'cargo-test', env };
}

const CLEAN = 'fn main() {\n    println!("{}", 1);\n}\n';
const WARNED = 'fn one() -> u8 {\n    return 1;\n}\n\nfn main() {\n    println!("{}", one());\n}\n';
const BROKEN = 'fn main() {\n    let length: u8 = "abc";\n}\n';

test('a crate without a warning passes', async (t) => {
  await failIfWarned([], crateOf(t, CLEAN));
});

test('what Clippy says of a crate is repeated after a build, and fails', async (t) => {
  const crate = crateOf(t, WARNED);
  await cargo(['build'], crate);
  await assert.rejects(failIfWarned([], crate), (error) => error instanceof Refusal && /clippy::/.test(error.message) && /main\.rs:2/.test(error.message));
});

test('a crate that does not compile fails with what the compiler says', async (t) => {
  await assert.rejects(failIfWarned([], crateOf(t, BROKEN)), (error) => error instanceof Refusal && /mismatched types/.test(error.message));
});
