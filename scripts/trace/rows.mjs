// Each rule's sections, golden cases and callers, and what a rule lacks.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/paths.mjs';
import { callersOf } from './callers.mjs';
import { homeOf } from './home.mjs';
import { REASONS } from './uncalled.mjs';

/** The sections of each spec. */
const SECTIONS = { A: 9, B: 9 };
/** The sections of one spec, as they are written in the table of rules: `spec A, section 5`, `spec B, sections 2, 4 and 9`. */
const ONE_SPEC = /^spec ([AB]), section(?: (\d)|s ((?:\d, )*\d and \d))$/;

/** Parses the table's sections to `{A: [5, 9], B: [5]}`, or null if they are malformed. */
export function sectionsOf(text) {
  const found = {};
  for (const part of text.split('; ')) {
    const [, spec, one, several] = ONE_SPEC.exec(part) ?? [];
    if (!spec || spec in found) return null;
    found[spec] = (one ?? several).match(/\d/g).map(Number);
  }
  return found;
}

/** Reads a section from a command line, `spec B 3`, `B 3` or `spec B, section 3`: `{ spec, number }`, and the other words. */
export function sectionIn(text) {
  const [found, spec, number] = /\b(?:spec )?([AB])\b,? (?:sections? )?(\d)\b/i.exec(text) ?? [];
  if (found === undefined) return { section: null, words: text.split(' ').filter(Boolean) };
  const words = text.replace(found, ' ').split(' ').filter(Boolean);
  return { section: { spec: spec.toUpperCase(), number: Number(number) }, words };
}

/** Whether a row comes from a section. */
export const comesFrom = ({ sections }, { spec, number }) => sections?.[spec]?.includes(number) ?? false;

/** Core's table of all rules, `{id, sections, function, asked_by, export, summary}` each. A test of core keeps the file up to date. */
export const knownRules = () => JSON.parse(readFileSync(join(root, 'core', 'rules.json'), 'utf8'));

/** A row for each rule of the table. */
export function rowsOf(rules) {
  const callers = callersOf(rules);
  return rules.map(({ id, sections: spec, function: entry, summary }) => ({ rule: id, summary, spec, sections: sectionsOf(spec), function: entry, home: homeOf(entry), fixture: fixtureOf(id, entry), cases: casesOf(id, entry), ...callers.get(id) }));
}

/** The file of a rule's golden cases, from the repository's root. It is in the area of the rule's function. */
const fixtureOf = (rule, entry) => `fixtures/${entry.split('::')[0]}/${rule.replace('.', '/')}.json`;

function casesOf(rule, entry) {
  const file = join(root, fixtureOf(rule, entry));
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).cases.length : 0;
}

/** Whether no screen, no part of the server and no other rule calls it. */
export const isUncalled = ({ screens, server, core }) => screens.length + server.length + core.length === 0;

/** What is missing, in one sentence each. */
export function missingIn(rows, reasons = REASONS) {
  return rows.flatMap((row) => {
    const { rule, spec, sections, home, cases } = row;
    const wrong = Object.entries(sections ?? {}).flatMap(([name, numbers]) =>
      numbers.filter((number) => number < 1 || number > SECTIONS[name]).map((number) => `${rule}: spec ${name} has no section ${number}.`),
    );
    if (sections === null) wrong.push(`${rule}: "${spec}" names no section of a spec.`);
    if (home === null) wrong.push(`${rule}: no source of core defines its function.`);
    if (cases === 0) wrong.push(`${rule}: it has no golden case.`);
    if (isUncalled(row) && !(rule in reasons)) wrong.push(`${rule}: nobody calls it, and scripts/trace/uncalled.mjs does not say why.`);
    if (!isUncalled(row) && rule in reasons) wrong.push(`${rule}: it has callers, but scripts/trace/uncalled.mjs says why it has none.`);
    return wrong;
  });
}
