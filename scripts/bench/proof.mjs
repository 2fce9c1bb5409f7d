// Checks, before anything is timed, that all contestants give the same answers: to every case of the rule's fixtures, and to the
// timed inputs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { root } from '../lib/paths.mjs';
import { contestants, rows } from './contestants.mjs';

const casesOf = (...path) => JSON.parse(readFileSync(join(root, 'fixtures', ...path), 'utf8')).cases;

const texts = (form, ...names) => Object.fromEntries(names.map((name) => [name, form?.[name] ?? '']));

/** How a rule's fixtures become the page's input (a field that is not typed is empty text), and which of them count. */
const fixtures = {
  'registration.validate': () =>
    casesOf('account', 'registration', 'validate.json').map(({ input, ...rest }) => ({
      ...rest,
      input: texts(input, 'first_name', 'last_name', 'email', 'confirmEmail', 'registration_postal_code', 'password'),
    })),
  'payment.validate': () =>
    casesOf('card', 'payment', 'validate.json').map(({ input, ...rest }) => ({
      ...rest,
      input: {
        ...input,
        shipping: texts(input.shipping, 'line_1', 'line_2', 'city', 'state', 'postal_code', 'phone'),
        cardholder: texts(input.cardholder, 'name', 'street_address1', 'street_address2', 'city', 'state', 'zip_code', 'phone'),
        card_info: texts(input.card_info, 'credit_card_number', 'expiration', 'cvv'),
      },
    })),
  'calendar.window': () => [
    ...casesOf('delivery', 'calendar', 'window.json').filter(({ input }) => input.kind === 'delivery'),
    ...casesOf('delivery', 'delivery_calendar', 'blocked.json').map(({ name, input, expect, error }) => ({
      name,
      input: { ...input, kind: 'delivery', from: input.date, to: input.date },
      expect: [{ date: input.date, blocked: expect }],
      error,
    })),
  ],
  'invoice.total_due': () => casesOf('checkout', 'invoice', 'total_due.json'),
};

/** An answer in the form of the fixtures: a form's issues are field → message. */
function shown(rule, answer) {
  return rule.endsWith('.validate') ? Object.fromEntries(answer.map(({ field, message }) => [field, message])) : answer;
}

/** How many cases each contestant answers as expected, and the names of the others: `{rule, name, same, unlike}`. */
export function prove() {
  return Object.entries(contestants).flatMap(([rule, { ours, rivals }]) => {
    const timed = rows
      .filter((row) => row.rule === rule)
      .map(({ row, input }) => ({ name: row, input, expect: shown(rule, ours(input)) }));
    // Input of the wrong type (a number for a name) does not compile in the page; only core has an error for it.
    const cases = [...fixtures[rule]().filter(({ error }) => !error), ...timed];
    return Object.entries({ core: ours, ...rivals }).map(([name, answer]) => {
      const unlike = cases.filter(({ input, expect }) => !isDeepStrictEqual(attempt(rule, answer, input), expect));
      return { rule, name, same: cases.length - unlike.length, unlike: unlike.map((one) => one.name) };
    });
  });
}

function attempt(rule, answer, input) {
  try {
    return shown(rule, answer(input));
  } catch (error) {
    return error;
  }
}
