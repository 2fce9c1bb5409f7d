// The list has every text that people read, and no text claims that a stylist did what the program did.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../lib/paths.mjs';
import { allTexts, helpOf, isText, refusalsIn, SPEAKER_NAMES, textsOfData, textsOfPage, textsOfRust, textsOfTemplate } from './texts.mjs';

const said = (texts) => texts.map(({ line, text }) => `${line}: ${text}`);

test('a Rust literal is one text with joined lines; comments, tests, logs, codes and SQL are left out', () => {
  const source = [
    '/// A comment with "a text".',
    'const HELLO: &str = "Your box is on \\',
    '    its way.";',
    'fn f() { format!("Box {code} of {name:>3} has {{braces}} and \\"quotes\\"."); tracing::info!(id, "a log line"); }',
    'fn g() { Err(InputError::new("This is for a developer.")) }',
    'const CODE: &str = "box_lost"; const SQL: &str = "SELECT one FROM two";',
    '#[cfg(test)]',
    'mod tests {',
    '    const T: &str = "In a test alone.";',
    '}',
  ].join('\n');
  assert.deepEqual(said(textsOfRust(source)), ['2: Your box is on its way.', '4: Box {…} of {…} has {braces} and "quotes".']);
});

test('an element and the elements inside it are one text; attributes and expressions are texts of their own', () => {
  const source = `import { a } from 'a module of ours';
const x = (
  <Row className="two classes" name="Theme box" to="/a path">
    Sent by <strong>{date}</strong>, or
    later. {late ? 'It is late.' : null}{' '}
    <Link to={paths.help} title="Opens help">Ask us</Link>
  </Row>
);
const words = { title: 'A title here', className: 'not a text', heading: status === 'in transit now' ? \`Box \${code} is lost\` : 'Lost' };
`;
  assert.deepEqual(said(textsOfPage(source)), [
    '3: Sent by {…}, or later. {…} Ask us',
    '3: Theme box',
    '5: It is late.',
    '6: Opens help',
    '9: A title here',
    '9: Box {…} is lost',
    '9: Lost',
  ].sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10)));
});

test('the texts of help, refusals, data and templates are found', () => {
  assert.deepEqual(said(helpOf('/// Not help.\nenum A {\n    /// Style a box,\n    /// and charge.\n    Style,\n}')), ['3: Style a box, and charge.']);
  const refusal = 'fn a() {\n    return Err(StaffError::refused(format!(\n        "Order {code} is late.",\n    )));\n    let other = "Not a refusal.";\n}\n';
  assert.deepEqual(said(refusalsIn(refusal, 'StaffError')), ['3: Order {…} is late.']);
  assert.deepEqual(said(refusalsIn(refusal, 'AppError')), []);
  assert.deepEqual(said(textsOfData('{ "ref": "a",\n  "title": "How \\"tall\\"?" }')), ['2: How "tall"?']);
  assert.deepEqual(said(textsOfTemplate('<style>a b c</style>\n<p>Hello {{ name }},</p>')), ['2: Hello {…},']);
});

test('words are texts, and codes are not', () => {
  for (const text of ['Yes', 'Tax', 'a new password', 'Box {…}', 'Sent!']) assert.ok(isText(text), text);
  for (const code of ['box_lost', '/quiz/1', 'SB', 'application/json; version=1', 'x', '— {…}', 'camelCase']) assert.ok(!isText(code), code);
});

const texts = allTexts();

test('the list has texts of every speaker', () => {
  for (const who of SPEAKER_NAMES) assert.ok(texts.some((each) => each.who === who), who);
  const says = (who, text) => assert.ok(texts.some((each) => each.who === who && each.text.includes(text)), `${who}: ${text}`);
  says('core', 'Your box is scheduled');
  says('page', 'Thank you for checking out!');
  says('page', 'Anything else we should know?');
  says('emails', 'Your order {…} has been canceled.{…}');
  says('emails', 'Your next box is planned for {…}.');
  says('ops', 'List the unfinished orders, oldest first.');
  says('ops', 'Order {…} is {…} and cannot be styled.');
  says('server', 'You have no box under way.');
});

test('every text of a message of core is in the list', () => {
  const { cases } = JSON.parse(readFileSync(join(root, 'fixtures/screens/messages/text.json'), 'utf8'));
  const ofCore = texts.filter(({ who }) => who === 'core').map(({ text }) => text);
  // A figure of the shop's terms is a gap in the list.
  const gaps = ofCore.filter((text) => text.includes('{…}')).map((text) => new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll('{…}', String.raw`[$\d.]+(?: days?)?`)}$`));
  const isFigure = (said) => /^[$\d.]+( days?)?$/.test(said);
  const isListed = (said) => ofCore.includes(said) || isFigure(said) || gaps.some((text) => text.test(said));
  const missing = cases.map(({ expect }) => expect).filter((expect) => expect !== undefined && !isListed(expect));
  assert.deepEqual(missing, []);
});

/** Texts about stylists that are true: the specs quote them, or they are about a choice, a form or what a stylist does. */
const OF_STYLISTS = [
  /^Would you like your stylist to curate a Theme Box for you\?$/,
  /^Thanks for letting your stylist know what you love\./,
  /^Rate your stylist$/,
  /^Stylist notes?$/,
  /^Create an account to save your answers and be matched with a stylist\./,
  /^A note (to|for) your stylist/,
  /^(Your stylist|Stylist|Match me with a stylist|Store and stylist|our stylists)$/,
  /^Who would you like to style you\?$/,
];

test('no text claims that a stylist does what the program does', () => {
  const claims = texts.filter(({ who, text }) => who !== 'ops' && /\bstylists?\b/i.test(text) && !OF_STYLISTS.some((known) => known.test(text)));
  assert.deepEqual(claims.map(({ place, text }) => `${place}: ${text}`), []);
});
