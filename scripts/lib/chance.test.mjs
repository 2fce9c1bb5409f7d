// A seed gives the same choices each time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chanceOf } from './chance.mjs';

test('a seed gives the same numbers', () => {
  const numbers = () => { const chance = chanceOf(7); return [1, 2, 3].map(() => chance.below(1000)); };
  assert.deepEqual(numbers(), numbers());
  assert.notDeepEqual(numbers(), [1, 2, 3].map(() => chanceOf(8).below(1000)));
});
