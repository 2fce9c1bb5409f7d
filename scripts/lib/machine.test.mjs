import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAtLeast, neededNode } from './machine.mjs';

test('a Node of the needed version or a later one is taken, and an earlier one is not', () => {
  for (const version of ['20.19.0', '20.20.2', '21.0.0', '22.1.0']) assert.ok(isAtLeast(version, '20.19'), version);
  for (const version of ['20.18.9', '20.2.0', '18.20.4', '9.19.0']) assert.ok(!isAtLeast(version, '20.19'), version);
});

test('the version that is needed comes from the page', () => {
  assert.match(neededNode(), /^\d+\.\d+$/);
  assert.ok(isAtLeast(process.versions.node, neededNode()));
});
