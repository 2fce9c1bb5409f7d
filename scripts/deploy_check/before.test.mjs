// Which release comes before this version.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { releaseBefore } from './before.mjs';

test('the release before is the newest, or the one before it if the newest has the last step of this version', () => {
  const released = { '0.10.0': { 'sqlite/0113_b.sql': '', 'postgres/0113_b.sql': '', 'released/0.10.0.jsonl.gz': '' }, '0.9.0': { 'sqlite/0111_a.sql': '', 'sqlite/0112_a.sql': '' } };
  assert.equal(releaseBefore(114, released), '0.10.0');
  assert.equal(releaseBefore(113, released), '0.9.0');
  assert.equal(releaseBefore(112, { '0.9.0': released['0.9.0'] }), undefined);
  // A release without a step of its own has the last one of the release before it.
  assert.equal(releaseBefore(113, { ...released, '0.10.1': { 'released/0.10.1.jsonl.gz': '' } }), '0.10.0');
});
