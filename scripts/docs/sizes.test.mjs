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

const policy = ['core/src/policy.rs', 'core/src/policy/limits.rs'].map(textOf).join('\n');
const limit = (name) => Number(new RegExp(`\\b${name}: \\w+ = (\\d+);`).exec(policy)?.[1]);

/** Sentences and rows of tables that state a number of the code. `is` reads it there. */
const STATED = [
  ['README.md', /\bNode ([\d.]+) or later/, nodeVersion],
  ['CONTRIBUTING.md', /\bNode ([\d.]+) or later/, nodeVersion],
  ['docs/architecture.md', /function be longer than (\d+) lines/, () => Number(/"max-lines-per-function": \["error", \{ "max": (\d+) \}\]/.exec(textOf('ui/.oxlintrc.json'))?.[1])],
  ['docs/architecture.md', /no component's or hook's file longer than (\d+)\./, () => Number(/"max-lines": \["error", \{ "max": (\d+) \}\]/.exec(textOf('ui/.oxlintrc.json'))?.[1])],
  ['docs/operating/connections.md', /the head of a request \| is complete within (\d+) s/, () => limit('REQUEST_HEAD_SECONDS')],
  ['docs/operating/connections.md', /within \d+ s, at most (\d+) KiB/, () => Number(/BUFFER: usize = (\d+) \* 1024;/.exec(textOf('server/src/http/connections/connection.rs'))?.[1])],
  ['docs/operating/connections.md', /a body \| at least (\d+) KiB in every/, () => limit('BODY_KIB_PER_SECOND') * limit('BODY_RATE_SECONDS')],
  ['docs/operating/connections.md', /KiB in every (\d+) s/, () => limit('BODY_RATE_SECONDS')],
  ['docs/operating/connections.md', /\((\d+) KiB a second\)/, () => limit('BODY_KIB_PER_SECOND')],
  ['docs/operating/connections.md', /announced as too large \| (\d+) KiB/, () => limit('LARGEST_BODY_KIB')],
  ['docs/operating/connections.md', /; a photo (\d+) MB/, () => Number(/PHOTO_MAX_BYTES: usize = (\d+) \* 1024 \* 1024;/.exec(policy)?.[1])],
  ['docs/operating/connections.md', /an answer \| the caller reads some of it every (\d+) s/, () => Number(/STALLED_ANSWER: Duration = Duration::from_secs\((\d+)\)/.exec(textOf('server/src/http/connections/limits.rs'))?.[1])],
  ['docs/operating/connections.md', /an idle connection \| (\d+) s/, () => limit('KEPT_CONNECTION_SECONDS')],
  ['docs/operating/connections.md', /one \/64\) \| (\d+),/, () => limit('CONNECTIONS_PER_ADDRESS')],
];

function nodeVersion() {
  return JSON.parse(textOf('ui/package.json')).engines.node.replace('>=', '');
}

/** A sentence for each statement whose number is missing or differs from the code's. */
export const wrongNumbers = (stated, read) =>
  stated.flatMap(([path, pattern, is]) => {
    const [, said] = pattern.exec(read(path).replace(/\s+/g, ' ')) ?? [];
    return said !== undefined && said === String(is()) ? [] : [`${path} says ${said ?? 'nothing'} where the code has ${is()}: ${pattern.source}`];
  });

test('the numbers that documents state are those of the code', () => {
  assert.deepEqual(wrongNumbers(STATED, textOf), []);
});

test('a number that differs from the code, or is missing, is reported', () => {
  const stated = [['a.md', /at most (\d+) lines/, () => 115]];
  assert.deepEqual(wrongNumbers(stated, () => 'at most\n115 lines'), []);
  assert.deepEqual(wrongNumbers(stated, () => 'at most 114 lines'), ['a.md says 114 where the code has 115: at most (\\d+) lines']);
  assert.equal(wrongNumbers(stated, () => 'few lines').length, 1);
});

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
