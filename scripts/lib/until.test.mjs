// A wait ends.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from './until.mjs';

test('a wait that finds nothing ends, and says what it waited for', async () => {
  let looks = 0;
  assert.equal(await until(() => 'three', async () => (looks += 1) === 3 && 'found', { ms: 1_000, pauseMs: 0 }), 'found');
  await assert.rejects(until(() => 'a box', async () => null, { ms: 0 }), /within 0 s: a box/);
});
