// What `just bench server` checks before it builds anything.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../lib/paths.mjs';

const just = (...args) => {
  const { status, stdout, stderr } = spawnSync('node', [join(root, 'scripts', 'bench.mjs'), ...args], { encoding: 'utf8' });
  return { status, said: stdout + stderr };
};

test('an unknown benchmark is refused by name', () => {
  const { status, said } = just('sever');
  assert.equal(status, 1);
  assert.match(said, /There is no bench "sever".*server/);
});

test('an unknown flag, engine or number of orders is answered with the usage', () => {
  for (const args of [['--milion'], ['--engine', 'oracle'], ['--past', 'many']]) {
    const { status, said } = just('server', ...args);
    assert.equal(status, 1, args.join(' '));
    assert.match(said, /just bench server \[--engine sqlite\|postgres\|both\]/, args.join(' '));
  }
});

test('with too little disk space, the bench says how much it needs and builds nothing', () => {
  const { status, said } = just('server', '--engine', 'sqlite', '--past', '1000,1000000000000');
  assert.equal(status, 1);
  assert.match(said, /sqlite +1000000000000 past orders: 15000000000 MB to be made/);
  assert.match(said, /It needs \d+\.\d GB of disk in .*; .* are free: make room/);
  assert.doesNotMatch(said, /Looking for Rust|Building/);
});
