// Each section that code or a document cites is in docs/product.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asOneLine, citedOfContract, citedSections, namedSections, numberedSections, resolves } from './citations.mjs';
import { documents, filesBelow, textOf } from './files.mjs';

const READ = /\.(?:rs|mjs|js|ts|tsx|css|json|toml|sql|html|py|md)$/;
const sources = ['core', 'core-wasm', 'server', 'ui', 'fixtures', 'scripts'].flatMap(filesBelow).filter((path) => READ.test(path));
// Two tests and the module of this one cite sections that do not exist.
const files = [...sources, ...documents()].filter((path) => !/citations(?:\.test)?\.mjs$|trace\/rows\.test\.mjs$/.test(path));
const texts = files.map((path) => [path, asOneLine(textOf(path))]);

const sections = new Set(['A', 'B'].flatMap((spec) => numberedSections(textOf(`docs/product/spec-${spec.toLowerCase()}.md`)).map((number) => `${spec} ${number}`)));
const contract = namedSections(textOf('docs/product/contract.md'));
const rules = JSON.parse(textOf('core/rules.json')).map(({ id }) => id);

test('each cited section of the specs is in docs/product', () => {
  const cited = texts.flatMap(([path, text]) => citedSections(text).map((citation) => ({ path, ...citation })));
  assert.ok(cited.length > 500, `only ${cited.length} citations were found`);
  const missing = cited.filter(({ section }) => !sections.has(section)).map(({ path, words }) => `${path}: ${words}`);
  assert.deepEqual(missing, []);
});

test('each cited section of the contract is in docs/product/contract.md', () => {
  // The name of a golden case may say in its own words what the contract decides.
  const cited = texts.filter(([path]) => !path.startsWith('fixtures/')).flatMap(([path, text]) => citedOfContract(text).map((words) => ({ path, words })));
  assert.ok(cited.length > 80, `only ${cited.length} citations were found`);
  const missing = cited.filter(({ words }) => !resolves(words, contract, rules)).map(({ path, words }) => `${path}: ${words}`);
  assert.deepEqual(missing, []);
});

test('a citation is found if it spans several lines of a comment', () => {
  const sectionsOf = (source) => citedSections(asOneLine(source)).map(({ section }) => section);
  assert.deepEqual(sectionsOf('/// Dates (spec A, sections 5, 8\n    /// and 9; spec B,\n/// section 2).'), ['A 5', 'A 8', 'A 9', 'B 2']);
  assert.deepEqual(sectionsOf(' * Errors (specs A and B, section 8).'), ['A 8', 'B 8']);
  assert.deepEqual(sectionsOf('// spec C, section 1'), ['C 1'], 'the citation of a spec that does not exist');
  assert.deepEqual(sectionsOf('// spec A, section five'), ['A'], 'a section without a number');
});

test('a citation of the contract resolves if it names headings or rules', () => {
  const isFound = (words) => resolves(words, ['orders', 'money', 'late orders and other rules'], ['charge.retry']);
  for (const words of ['orders', 'orders, and money', 'orders; late orders and other rules', '`charge.retry`', 'orders: a day']) {
    assert.ok(isFound(words), words);
  }
  for (const words of ['order', 'orders of', 'stock', 'orders, stock', '`charge.again`']) assert.ok(!isFound(words), words);
});
