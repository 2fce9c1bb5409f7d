// The sizes that docs/performance.md names are the budgets that the build keeps, and nothing else.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { AIMS } from '../bench/page/aims.mjs';
import { FILES, WASM_KB } from '../lib/budgets.mjs';
import { root } from '../lib/paths.mjs';

/** What a text may say of a size, with the number that must stand there. Rows of tables are measurements of a day, and say so. */
const SAID = [
  [/All rules together are at most ([\d.]+) KB after gzip/, WASM_KB],
  [/([\d.]+) KB of text and picture, \d+ files before it can be used/, AIMS.before],
  [/KB of text and picture, (\d+) files before it can be used/, FILES],
];

/** The sentences about sizes that are wrong, in one sentence each. */
export function wrongSizes(readme, said = SAID) {
  const text = readme.replace(/^\|.*$/gm, '').replace(/\s+/g, ' ');
  const wrong = said.flatMap(([pattern, size]) => {
    const [, found] = pattern.exec(text) ?? [];
    return Number(found) === size ? [] : [`It says ${found ?? 'nothing'} where ${size} is kept: ${pattern.source}`];
  });
  const named = [...text.matchAll(/[\d.]+ KB\b/g)].map(([words]) => words);
  const allowed = said.map(([, size]) => `${size} KB`);
  return [...wrong, ...named.filter((words) => !allowed.includes(words)).map((words) => `No budget is ${words}.`)];
}

test('the sizes in docs/performance.md are the budgets', () => {
  assert.equal(AIMS.files, FILES, 'what is aimed at and what fails the build');
  assert.deepEqual(wrongSizes(readFileSync(join(root, 'docs/performance.md'), 'utf8')), []);
});

test('another size than a budget is named', () => {
  const said = [[/rules are at most ([\d.]+) KB/, 116]];
  assert.deepEqual(wrongSizes('All rules are at most 116 KB.', said), []);
  assert.equal(wrongSizes('All rules are at most 112 KB.', said).length, 2, 'it is wrong, and no budget');
  assert.equal(wrongSizes('All rules are small.', said).length, 1, 'it says nothing');
  assert.deepEqual(wrongSizes('All rules are at most\n116 KB, and the worker 7.7 KB.', said), ['No budget is 7.7 KB.']);
  assert.deepEqual(wrongSizes('All rules are at most 116 KB.\n| `/welcome` | 25 KB |', said), [], 'a measurement in a table');
});
