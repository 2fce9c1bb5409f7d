// When temporary files go into memory.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fitsInMemory } from './memory.mjs';

const folder = mkdtempSync(join(tmpdir(), 'stylebox-memory-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const mounts = join(folder, 'mounts');
const fits = (bytes, { options = 'rw,relatime', free = 1000, at = folder } = {}) => {
  writeFileSync(mounts, `proc /proc proc rw 0 0\ntmpfs ${at} tmpfs ${options} 0 0\n`);
  return fitsInMemory(bytes, { folder, free, mounts });
};

test('temporary files go into memory if they fit, and programs do, too', () => {
  assert.equal(fits(500), true);
  assert.equal(fits(501), false);
  assert.equal(fits(2 ** 60, { free: 2 ** 62 }), false);
});

test('a folder whose programs cannot be run, or that is no memory, is not used', () => {
  assert.equal(fits(500, { options: 'rw,noexec,relatime' }), false);
  assert.equal(fits(500, { at: '/elsewhere' }), false);
  assert.equal(fitsInMemory(1, { folder: join(folder, 'missing'), free: 1000, mounts }), false);
});
