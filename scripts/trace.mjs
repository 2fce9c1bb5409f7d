// `just trace [--json]` lists all rules, each with the sections that it comes from, its golden cases, its file and its callers.
// `just trace RULE … [--json]` and `just trace spec B 3 [--json]` list the rules with these words in their id, or of a section of a
// spec, each with its fixture and with the routes of its callers.
// `just trace --texts [core|page|emails|ops|server] [WORD …] [--json]` lists every text that people read, with its place.
// Nothing is compiled: core/rules.json has the contents of core's table of rules. Ends with 1 if a rule has no section, no golden
// case, or neither a caller nor a reason for having none, or if a message of core is not used.
import { parseArgs } from 'node:util';
import { Refusal, fail } from './lib/steps.mjs';
import { unusedMessages } from './trace/messages.mjs';
import { allTexts, SPEAKER_NAMES } from './trace/texts.mjs';
import { comesFrom, isUncalled, knownRules, missingIn, rowsOf, sectionIn } from './trace/rows.mjs';
import { readRoutes } from './trace/routes.mjs';
import { REASONS } from './trace/uncalled.mjs';

const WIDTH = 120;

/** `A 5, 9; B 5` */
const shortSections = (sections) =>
  Object.entries(sections ?? {})
    .map(([spec, numbers]) => `${spec} ${numbers.join(', ')}`)
    .join('; ') || '–';

/** The places of a row: the rule's file, then its callers. */
const placesOf = (row) => [`core: ${row.home}`, ...whoCalls(row)];

/** The callers of a rule, or why it has none. Core's own calls are shown only if there are no others. */
function whoCalls({ rule, screens, server, core }) {
  if (isUncalled({ screens, server, core })) return [`nobody: ${REASONS[rule] ?? 'for no reason that is said'}`];
  const direct = [...screens.map((place) => `ui: ${place}`), ...server.map((place) => `server: ${place}`)];
  return direct.length > 0 ? direct : core.map((place) => `core: ${place}`);
}

/** Cuts a place that is longer than `room` at its front, because the end of a path says more. */
function cutAtFront(place, room) {
  const [who, path] = place.split(': ');
  return `${who}: …${path.slice(path.length - room + who.length + 3)}`;
}

function print(rows) {
  const heads = ['rule', 'spec', 'cases', 'stands in, called by'];
  const lines = rows.map((row) => [row.rule, shortSections(row.sections), String(row.cases), placesOf(row)]);
  const widths = [0, 1, 2].map((column) => Math.max(heads[column].length, ...lines.map((cells) => cells[column].length)));
  const left = widths.reduce((sum, width) => sum + width + 2, 0);
  const line = ([rule, spec, cases], place) => `${rule.padEnd(widths[0])}  ${spec.padEnd(widths[1])}  ${cases.padStart(widths[2])}  ${place}`;
  const fitted = (place) => (place.length > WIDTH - left && !place.startsWith('nobody: ') ? cutAtFront(place, WIDTH - left) : place);
  console.log(line(heads, heads[3]));
  console.log('─'.repeat(WIDTH));
  for (const cells of lines) {
    const [first, ...others] = cells[3].map(fitted);
    console.log(line(cells, first));
    for (const place of others) console.log(' '.repeat(left) + place);
  }
  console.log('─'.repeat(WIDTH));
}

/** How many routes of a caller are shown, at most: a file that the whole page uses has nearly all of them. */
const MOST_ROUTES = 8;

/** Adds to each row the routes of its callers: `routes`, caller → its routes. */
function withRoutes(rows) {
  const { ofScreen, ofServer } = readRoutes();
  return rows.map((row) => ({
    ...row,
    routes: Object.fromEntries([...row.screens.map((file) => [file, ofScreen(file)]), ...row.server.map((file) => [file, ofServer(file)])]),
  }));
}

/** Prints each row as a paragraph: the sections, the rule, its fixture, its callers with their routes. */
function printWhole(rows) {
  for (const row of rows) {
    const { rule, spec, summary: says, home, fixture, cases, screens, server, core, routes } = row;
    const line = (name, text) => console.log(`  ${name.padEnd(7)} ${text}`);
    const caller = (name, folder) => (file) => {
      const more = routes[file].length - MOST_ROUTES;
      const shown = [...routes[file].slice(0, MOST_ROUTES), ...(more > 0 ? [`and ${more} more`] : [])];
      line(name, `${folder}/${file}`);
      if (shown.length > 0) line('', `  ${shown.join('  ')}`);
    };
    console.log(`${rule}: ${says}`);
    line('spec', spec.replaceAll('spec ', ''));
    line('rule', `core/src/${home}`);
    line('cases', `${fixture} (${cases})`);
    screens.forEach(caller('screen', 'ui/src'));
    server.forEach(caller('server', 'server/src'));
    if (screens.length + server.length === 0) for (const file of core) line('core', `core/src/${file}`);
    if (isUncalled(row)) line('nobody', REASONS[rule] ?? 'for no reason that is said');
    console.log('');
  }
}

function summary(rows) {
  const count = (fits) => rows.filter(fits).length;
  const called = ({ screens, server }) => screens.length + server.length > 0;
  const cases = rows.reduce((sum, row) => sum + row.cases, 0);
  const inCore = count((row) => !called(row) && row.core.length > 0);
  const byNobody = count(isUncalled);
  return `${rows.length} rules, ${cases} cases; called by screens or server: ${count(called)}, by other rules alone: ${inCore}, by none by its own name: ${byNobody}`;
}

/** Lists the texts that contain all the words, of the speakers that are asked for, or of all. */
function printTexts(asked, asJson) {
  const speakers = asked.filter((word) => SPEAKER_NAMES.includes(word));
  const words = asked.filter((word) => !SPEAKER_NAMES.includes(word)).map((word) => word.toLowerCase());
  const texts = allTexts().filter(({ who, text }) => (speakers.length === 0 || speakers.includes(who)) && words.every((word) => text.toLowerCase().includes(word)));
  if (texts.length === 0) throw new Refusal(`No text has "${words.join(' ')}". Those who speak are: ${SPEAKER_NAMES.join(', ')}.`);
  if (asJson) console.log(JSON.stringify(texts, null, 2));
  else {
    const room = Math.max(...texts.map(({ place }) => place.length));
    let speaker;
    for (const { who, place, text } of texts) {
      if (who !== speaker) console.log(`${speaker === undefined ? '' : '\n'}${who}\n${'─'.repeat(WIDTH)}`);
      speaker = who;
      console.log(`${place.padEnd(room)}  ${text}`);
    }
    console.log(`\n${texts.length} texts`);
  }
}

function main() {
  const options = { json: { type: 'boolean', default: false }, texts: { type: 'boolean', default: false } };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.texts) {
    printTexts(positionals, values.json);
    return;
  }
  const asked = positionals.join(' ');
  const { section, words } = sectionIn(asked);
  const rows = rowsOf(knownRules()).filter((row) => (section === null || comesFrom(row, section)) && words.every((word) => row.rule.includes(word)));
  if (rows.length === 0) throw new Refusal(`No rule's id has "${asked}", and no section of a spec is called so: try "checkout", or "spec B 3".`);
  if (values.json) console.log(JSON.stringify(withRoutes(rows), null, 2));
  else {
    if (asked === '') print(rows);
    else printWhole(withRoutes(rows));
    console.log(summary(rows));
  }
  const missing = [...missingIn(rows), ...unusedMessages().map((message) => `${message}: nothing says this message.`)];
  missing.forEach((sentence) => console.error(sentence));
  if (missing.length > 0) process.exitCode = 1;
}

try {
  main();
} catch (error) {
  fail(error);
}
