// docs/product/terms.md names each term of core, and each rule that takes terms.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { suitesUnder } from '../fixtures/files.mjs';
import { root } from '../lib/paths.mjs';
import { knownRules } from '../trace/rows.mjs';
import { textOf } from './files.mjs';

const rows = [...textOf('docs/product/terms.md').matchAll(/^\| `(\w+)` \|[^|]*\|[^|]*\| (.*) \|$/gm)].map(([, term, rules]) => ({
  term,
  rules: [...rules.matchAll(/`([\w.]+)`/g)].map(([, rule]) => rule),
}));

test('the terms in the document are those of core, in its order', () => {
  const [, list] = /^terms! \{\n([^]*?)^\}/m.exec(textOf('core/src/terms.rs'));
  const terms = [...list.matchAll(/^ {4}(\w+): /gm)].map(([, term]) => term);
  assert.ok(terms.length > 15, 'the terms are not read');
  assert.deepEqual(
    rows.map(({ term }) => term),
    terms,
  );
});

test('the rules in the document are those that take terms', () => {
  const taking = knownRules().filter(({ takes_terms: takes }) => takes).map(({ id }) => id);
  assert.ok(taking.length > 30, 'the rules are not read');
  assert.deepEqual([...new Set(rows.flatMap(({ rules }) => rules))].toSorted(), taking.toSorted());
});

test('each rule has a golden case with another value of each term that it takes', () => {
  const suites = new Map(suitesUnder(join(root, 'fixtures')).map(({ rule, cases }) => [rule, cases]));
  const pairs = rows.flatMap(({ term, rules }) => rules.map((rule) => ({ term, rule })));
  const untried = pairs.filter(({ term, rule }) => !suites.get(rule).some(({ terms }) => terms !== undefined && Object.hasOwn(terms, term)));
  assert.deepEqual(untried, []);
});
