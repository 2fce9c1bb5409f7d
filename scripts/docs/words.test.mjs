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

test('no comment, text, name or title of a golden case has a phrase that makes a reader stop', () => {
  const read = codeFiles().filter((path) => !QUOTES_RIDDLES.includes(path));
  assert.ok(read.length > 2000);
  const found = read.flatMap((path) => proseOf(path, textOf(path)).flatMap(riddles).map((riddle) => `${path}: ${riddle}`));
  assert.deepEqual(found, []);
});

test('in Rust, comments, texts and names are read', () => {
  const rust = String.raw`/// The sum
/// in dollars.
#[error("no \"item\" \
    is left")]
fn sum_of_items<'a>(text: &'a str) { let isQuote = '"'; } // at the end
r#"a "raw" text"#`;
  const texts = ['The sum\nin dollars.', 'error', String.raw`no \"item\" is left`, 'at the end', '#"a "raw" text"'];
  const names = ['fn', 'sum of items', 'a', 'text', 'str', 'let', 'is Quote'];
  assert.deepEqual(proseOf('server/src/sum.rs', rust).toSorted(), [...texts, ...names].toSorted());
});

test('in the other languages, too', () => {
  const script = "/** Says\n * it. */\ntest('what it is', () => {\n  return `a\nb`;\n});\n<p>it isn't { text }</p>";
  assert.deepEqual(proseOf('ui/src/says.test.tsx', script), ['Says\nit.', 'test', 'what it is', 'return', 'a\nb', 'p', "it isn't ", 'text']);
  assert.deepEqual(proseOf('a.sql', "-- A table.\nTABLE t DEFAULT 'x y'"), ['A table.', 'TABLE', 't', 'DEFAULT', 'x y']);
  assert.deepEqual(proseOf('a.html', '<!-- A page. --><p lang="en us">All of it.</p>'), ['A page.', 'p', 'lang', 'en us', 'All of it.']);
  assert.deepEqual(proseOf('a.py', '# One\n# comment.\ndef f(): """It\nis."""'), ['One\ncomment.', 'def', 'f', '"""It\nis."""']);
  for (const path of ['justfile', '.ci/run', 'Cargo.toml', 'a.yml', 'a.sh']) assert.deepEqual(proseOf(path, '# A comment.\nkey'), ['A comment.', 'key']);
});

test('the text of an element of the page is read as a whole, and code is not', () => {
  const [text] = proseOf('a.tsx', '<p>The boxes, of which one is open</p>').filter((prose) => riddles(prose).length > 0);
  assert.equal(text, 'The boxes, of which one is open');
  assert.ok(proseOf('a.tsx', '<p>{boxes}, of which\none is open {today}</p>').includes(', of which\none is open '), 'between expressions');
  assert.deepEqual(proseOf('a.tsx', 'const isOpen = a > bOfC && <p />;'), ['const', 'is Open', 'a', 'b Of C', 'p']);
});

test('of golden cases, only the titles are read', () => {
  const cases = '{"rule": "a", "cases": [{"name": "a title", "input": {"name": "a customer"}, "expect": "words"}]}';
  assert.deepEqual(proseOf('fixtures/a/b.json', cases), ['a title']);
});

test('riddles are found, and plain sentences are not', () => {
  for (const text of ['Say by what it is known.', 'Orders, of which\nnothing came.', 'It is open; else it waits.', 'All but for one.', 'She signs in.', 'It is his.', 'It sees him.']) {
    assert.equal(riddles(text).length, 1, text);
  }
  for (const text of ['Nothing else changes.', 'Somebody else did it.', 'It waits, otherwise it ends.', 'Write `by what` in code.']) {
    assert.deepEqual(riddles(text), [], text);
  }
});
