// Documents are written in plain English.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documents, textOf } from './files.mjs';
import { riddles } from './words.mjs';

test('no document has a phrase that makes a reader stop', () => {
  assert.deepEqual(documents().flatMap((path) => riddles(textOf(path)).map((riddle) => `${path}: ${riddle}`)), []);
});

test('riddles are found, and plain sentences are not', () => {
  for (const text of ['Say by what it is known.', 'Orders, of which\nnothing came.', 'It is open; else it waits.', 'All but for one.', 'She signs in.']) {
    assert.equal(riddles(text).length, 1, text);
  }
  for (const text of ['Nothing else changes.', 'Somebody else did it.', 'It waits, otherwise it ends.', 'Write `by what` in code.']) {
    assert.deepEqual(riddles(text), [], text);
  }
});
