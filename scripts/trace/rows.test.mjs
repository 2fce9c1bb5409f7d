// Every rule has sections and golden cases, and a typed function in the browser unless only the server asks it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../lib/paths.mjs';
import { homeOf } from './home.mjs';
import { comesFrom, knownRules, missingIn, rowsOf, sectionIn, sectionsOf } from './rows.mjs';
import { REASONS } from './uncalled.mjs';

const rules = knownRules();

test('every rule has a section of a spec, a golden case, and a caller or a reason for having none', () => {
  assert.ok(rules.length >= 100, `${rules.length} rules`);
  assert.deepEqual(missingIn(rowsOf(rules)), []);
});

test('a sentence names each thing that a rule lacks', () => {
  const row = (rule, spec, cases, home = 'a.rs', core = ['a.rs']) => ({ rule, spec, sections: sectionsOf(spec), home, cases, screens: [], server: [], core });
  const rows = [row('a.good', 'spec A, section 5', 1), row('a.bare', '', 1), row('a.high', 'spec A, sections 5 and 0', 1), row('a.untried', 'spec B, section 9', 0), row('a.lost', 'spec B, section 9', 1, null), row('a.unsaid', 'spec B, section 9', 1, 'a.rs', []), row('a.said', 'spec B, section 9', 1, 'a.rs', []), row('a.called', 'spec B, section 9', 1)];
  const reasons = { 'a.said': 'it is a part of another', 'a.called': 'nobody needs it' };
  assert.deepEqual(missingIn(rows, reasons), ['a.bare: "" names no section of a spec.', 'a.high: spec A has no section 0.', 'a.untried: it has no golden case.', 'a.lost: no source of core defines its function.', 'a.unsaid: nobody calls it, and scripts/trace/uncalled.mjs does not say why.', 'a.called: it has callers, but scripts/trace/uncalled.mjs says why it has none.']);
});

test('each reason belongs to an existing rule', () => {
  const ids = rules.map(({ id }) => id);
  assert.deepEqual(
    Object.keys(REASONS).filter((id) => !ids.includes(id)),
    [],
  );
});

test('sections are read from the wording of the table, and any other wording is malformed', () => {
  assert.deepEqual(sectionsOf('spec A, section 5'), { A: [5] });
  assert.deepEqual(sectionsOf('spec A, sections 5 and 9; spec B, sections 2, 4 and 9'), { A: [5, 9], B: [2, 4, 9] });
  for (const wrong of ['', 'spec C, section 5', 'spec A', 'spec A, section 5 and 9', 'spec A, sections 5', 'spec A, section 12', 'spec A, section 5; spec A, section 9', 'RULES']) {
    assert.equal(sectionsOf(wrong), null, wrong);
  }
});

test('the file that defines a rule is found, even if its area re-exports the function', () => {
  assert.equal(homeOf('checkout::try_on_days::extension'), 'checkout/try_on_days.rs');
  assert.equal(homeOf('order::can_edit'), 'order/permissions.rs');
  assert.equal(homeOf('order::no_such_rule'), null);
  assert.equal(homeOf('no_such_area::rule'), null);
});

const built = (file) => readFileSync(join(root, 'core-wasm', 'pkg-node', file), 'utf8');

test('every rule has a typed function with a doc comment in the browser, unless only the server asks it', () => {
  const asked = rules.filter(({ asked_by: who }) => who === 'everyone');
  const wrong = asked.flatMap(({ id, export: name }) => faultsOf(id, name, built('stylebox_core_wasm.d.ts')));
  assert.deepEqual(wrong, []);
});

test('the browser has no function for a rule that only the server asks', () => {
  const ofServer = rules.filter(({ asked_by: who }) => who === 'server');
  assert.ok(ofServer.length > 0);
  assert.deepEqual(ofServer.filter(({ export: name }) => name !== null), []);
  const nameOf = ({ id }) => id.replace(/[._](\w)/g, (_, letter) => letter.toUpperCase());
  assert.equal(nameOf(rules.find(({ id }) => id === 'mask.card_number')), 'maskCardNumber');
  const texts = ['stylebox_core_wasm.d.ts', 'door.cjs'].map(built);
  assert.ok(texts.every((text) => /\bmaskCardNumber\b/.test(text)));
  const found = ofServer.map(nameOf).filter((name) => texts.some((text) => new RegExp(String.raw`\b${name}\b`).test(text)));
  assert.deepEqual(found, []);
});

test('a function without a doc comment or with a loose type is reported', () => {
  const declarations = [
    '/**\n * What it does.\n */\nexport function areaGood(text: string): Blocked | null;',
    '/**\n * What it does.\n */\nexport function areaLoose(text: any): string;',
    'export function areaBare(text: string): string;',
    '/**\n *\n */\nexport function areaBlank(text: string): string;',
  ].join('\n\n');
  const names = { 'area.good': 'areaGood', 'area.loose': 'areaLoose', 'area.bare': 'areaBare', 'area.blank': 'areaBlank', 'area.gone': 'areaGone' };
  const faults = Object.entries(names).map(([id, name]) => faultsOf(id, name, declarations));
  assert.deepEqual(faults, [[], ['area.loose: areaLoose has a loose type'], ['area.bare: areaBare has no doc comment'], ['area.blank: areaBlank has no doc comment'], ['area.gone: there is no areaGone']]);
});

function faultsOf(id, name, declarations) {
  const found = new RegExp(String.raw`(\/\*\*(?:(?!\*\/)[^])*\*\/\n)?export function ${name}\((.*)\): (.*);$`, 'm').exec(declarations);
  if (!found) return [`${id}: there is no ${name}`];
  const [, comment = '', parameters, answer] = found;
  const loose = /\b(any|object|Function)\b/.test(`${parameters}: ${answer}`) || answer === 'unknown';
  return [...(/\w/.test(comment) ? [] : [`${id}: ${name} has no doc comment`]), ...(loose ? [`${id}: ${name} has a loose type`] : [])];
}

test('a section is read with or without "spec", and next to other words', () => {
  const section = { spec: 'B', number: 3 };
  for (const text of ['spec B 3', 'B 3', 'b 3', 'spec B, section 3']) assert.deepEqual(sectionIn(text), { section, words: [] }, text);
  assert.deepEqual(sectionIn('order B 3'), { section, words: ['order'] });
  assert.deepEqual(sectionIn('checkout.return_by'), { section: null, words: ['checkout.return_by'] });
  assert.deepEqual(sectionIn(''), { section: null, words: [] });
});

test('a rule comes from the sections that its row names', () => {
  const row = { sections: { A: [5, 9], B: [3] } };
  assert.equal(comesFrom(row, { spec: 'B', number: 3 }), true);
  assert.equal(comesFrom(row, { spec: 'A', number: 3 }), false);
  assert.equal(comesFrom({ sections: null }, { spec: 'A', number: 5 }), false);
});
