// Which release comes before a version.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { releaseBefore } from './before.mjs';

test('the release before a version is the newest that is older', () => {
  const releases = ['0.2.0', '0.10.0', '0.9.1', '1.0.0'];
  assert.equal(releaseBefore('1.0.0', releases), '0.10.0');
  assert.equal(releaseBefore('0.10.0', releases), '0.9.1');
  assert.equal(releaseBefore('0.9.2', releases), '0.9.1');
  assert.equal(releaseBefore('0.2.0', releases), undefined);
});
