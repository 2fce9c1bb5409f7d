import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { RULES, SERVER } from './build.mjs';
import { root } from './paths.mjs';

const cargoFile = (folder) => readFileSync(join(root, folder, 'Cargo.toml'), 'utf8');

test('every crate of the workspace is checked and tested, the WebAssembly by commands of its own', () => {
  const [, members] = /^members = \[(.*)\]$/m.exec(cargoFile('.'));
  const names = JSON.parse(`[${members}]`).map((folder) => /^name = "(.*)"$/m.exec(cargoFile(folder))[1]);
  const named = [...RULES, ...SERVER].filter((option) => /^stylebox-[a-z-]+$/.test(option));
  assert.deepEqual([...named, 'stylebox-core-wasm'].toSorted(), names.toSorted());
});
