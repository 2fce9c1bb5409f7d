// Sizes in docs/performance.md equal the budgets of the build, counts in documents are right, and times have a date and a machine.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AIMS } from '../bench/page/aims.mjs';
import { FILES, SCREENS_KB, WASM_KB } from '../lib/budgets.mjs';
import { documents, filesBelow, textOf } from './files.mjs';

/** The sentences about sizes, each with the size that it must state. Rows of tables are not checked: they are dated measurements. */
const SIZES = [
  [/All rules together are at most ([\d.]+) KB after gzip/, WASM_KB],
  [/([\d.]+) KB of text and picture, \d+ files before it can be used/, AIMS.before],
  [/KB of text and picture, (\d+) files before it can be used/, FILES],
  [/The scripts of `\/register` are at most ([\d.]+) KB/, SCREENS_KB['/register']],
];

/** A sentence for each wrong size in a document, and for each size that is not a budget. */
export function wrongSizes(document, sizes = SIZES) {
  const text = document.replace(/^\|.*$/gm, '').replace(/\s+/g, ' ');
  const wrong = sizes.flatMap(([pattern, size]) => {
    const [, found] = pattern.exec(text) ?? [];
    return Number(found) === size ? [] : [`It says ${found ?? 'nothing'} where ${size} is kept: ${pattern.source}`];
  });
  const named = [...text.matchAll(/[\d.]+ KB\b/g)].map(([words]) => words);
  const allowed = sizes.map(([, size]) => `${size} KB`);
  return [...wrong, ...named.filter((words) => !allowed.includes(words)).map((words) => `No budget is ${words}.`)];
}

test('the sizes in docs/performance.md are the budgets', () => {
  assert.equal(AIMS.files, FILES, 'the aim of the bench and the budget of the build');
  assert.deepEqual(wrongSizes(textOf('docs/performance.md')), []);
});

test('a size that is not a budget is reported', () => {
  const sizes = [[/rules are at most ([\d.]+) KB/, 116]];
  assert.deepEqual(wrongSizes('All rules are at most 116 KB.', sizes), []);
  assert.equal(wrongSizes('All rules are at most 112 KB.', sizes).length, 2, 'it is wrong, and not a budget');
  assert.equal(wrongSizes('All rules are small.', sizes).length, 1, 'the size is missing');
  assert.deepEqual(wrongSizes('All rules are at most\n116 KB, and the worker 7.7 KB.', sizes), ['No budget is 7.7 KB.']);
  assert.deepEqual(wrongSizes('All rules are at most 116 KB.\n| `/welcome` | 25 KB |', sizes), [], 'a measurement in a table');
});

/** The numbers of rules and of golden cases. */
const countAll = () => ({
  rules: JSON.parse(textOf('core/rules.json')).length,
  'golden cases': filesBelow('fixtures')
    .filter((path) => path.endsWith('.json'))
    .reduce((sum, path) => sum + JSON.parse(textOf(path)).cases.length, 0),
});

/** The wrong counts of a document. After "some", "about" or "more than" a count may be wrong by a tenth. */
export function wrongCounts(document, counts) {
  const pattern = new RegExp(`(?:(some|about|more than) )?(\\d[\\d,]*) (${Object.keys(counts).join('|')})\\b`, 'gi');
  return [...document.replace(/\s+/g, ' ').matchAll(pattern)].flatMap(([words, hedge, digits, what]) => {
    const [said, real] = [Number(digits.replaceAll(',', '')), counts[what.toLowerCase()]];
    const isRight = hedge ? Math.abs(real - said) <= real / 10 && (hedge.toLowerCase() !== 'more than' || real > said) : said === real;
    return isRight ? [] : [`${words}: there are ${real}`];
  });
}

/** The first line of each table whose preceding text does not name a date and a machine. */
export function undatedTables(document) {
  const undated = [];
  let before = '';
  let inTable = false;
  for (const line of document.split('\n')) {
    const isRow = line.startsWith('|');
    if (isRow && !inTable && !(/20\d\d-\d\d-\d\d/.test(before) && /\bcores\b/.test(before))) undated.push(line);
    before = isRow ? '' : `${before} ${line}`;
    inTable = isRow;
  }
  return undated;
}

test('the counts in documents are right', () => {
  const counts = countAll();
  const wrong = documents().flatMap((path) => wrongCounts(textOf(path), counts).map((words) => `${path}: ${words}`));
  assert.deepEqual(wrong, []);
});

test('a wrong count is reported', () => {
  const counts = { rules: 213, 'golden cases': 4795 };
  assert.deepEqual(wrongCounts('some 210 rules, more than 4,500 golden\ncases, 213 rules', counts), []);
  assert.deepEqual(wrongCounts('some 150 rules', counts), ['some 150 rules: there are 213']);
  assert.deepEqual(wrongCounts('212 rules', counts), ['212 rules: there are 213']);
  assert.deepEqual(wrongCounts('more than 4,800 golden cases', counts), ['more than 4,800 golden cases: there are 4795']);
});

test('the text before each table of times says when and on which machine they were measured', () => {
  assert.deepEqual(undatedTables(textOf('docs/performance.md')), []);
});

test('a table without a date is reported', () => {
  const dated = 'On 2026-11-20, on 2 cores:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n';
  assert.deepEqual(undatedTables(dated), []);
  assert.deepEqual(undatedTables(`${dated}\nThen:\n\n| c | d |\n|---|---|\n| 1 | 2 |\n`), ['| c | d |']);
  assert.deepEqual(undatedTables('Times:\n\n| e | f |\n|---|---|\n'), ['| e | f |']);
});
