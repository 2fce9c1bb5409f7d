// Documents and code are written in plain English.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documents, textOf } from './files.mjs';
import { codeFiles, proseOf } from './prose.mjs';
import { riddles } from './words.mjs';

test('no document has a phrase that makes a reader stop', () => {
  assert.deepEqual(documents().flatMap((path) => riddles(textOf(path)).map((riddle) => `${path}: ${riddle}`)), []);
});

// These files quote the phrases.
const QUOTES_RIDDLES = ['scripts/docs/words.mjs', 'scripts/docs/words.test.mjs'];

test('no comment, title or name in code has a phrase that makes a reader stop', () => {
  const read = codeFiles().filter((path) => !QUOTES_RIDDLES.includes(path));
  assert.ok(read.length > 1000);
  assert.deepEqual(read.flatMap((path) => proseOf(textOf(path)).flatMap(riddles).map((riddle) => `${path}: ${riddle}`)), []);
});

test('comments, titles and names are read as prose, and code is not', () => {
  const rust = '/// The sum\n/// in dollars.\nfn sum_of_items(count: u8) {}\n';
  assert.deepEqual(proseOf(rust), ['The sum\nin dollars.', 'sum of items']);
  const script = "/** Says\n * it. */\ntest('where it is', () => {});\nconst by = what; // code\n";
  assert.deepEqual(proseOf(script), ['Says\nit. ', 'where it is']);
  assert.deepEqual(proseOf('-- A table.\nCREATE TABLE t (id INTEGER);\n'), ['A table.']);
});

test('riddles are found, and plain sentences are not', () => {
  for (const text of ['Say by what it is known.', 'Orders, of which\nnothing came.', 'It is open; else it waits.', 'All but for one.', 'She signs in.']) {
    assert.equal(riddles(text).length, 1, text);
  }
  for (const text of ['Nothing else changes.', 'Somebody else did it.', 'It waits, otherwise it ends.', 'Write `by what` in code.']) {
    assert.deepEqual(riddles(text), [], text);
  }
});
