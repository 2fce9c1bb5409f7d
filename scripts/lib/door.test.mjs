// How the door passes a caller's values. ui/test/core tests it with the built rules.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doorOf, textOf } from './door.mjs';

const declarations = `
export interface Card {
    /**
     * The number.
     */
    number?: string;
    until: Expiration;
}

export interface Form {
    name?: string;
    agreed: boolean;
    card: Card;
}

/**
 * Forms.
 */
export function areaTyped(typed: Form): Issue[];
export function areaObject(input: Card): boolean;
export function areaAny(body: unknown): string;
export function areaText(text: string): string;
export function areaOptional(text: string | null | undefined): string;
export function areaNone(): string;
`;

/** A door to functions that return their arguments. */
function opened() {
  const source = doorOf(declarations, { imports: '', exportAs: (name, value) => `door.${name} = ${value};` });
  const rules = new Proxy({}, { get: () => (given) => given });
  return new Function('rules', `const door = {}; ${source}; return door;`)(rules);
}

const door = opened();
const form = { name: 'Ann', agreed: true, card: { number: '42', until: '02/28' }, other: 1 };

test('a typed form is passed as its texts, in the order of its fields', () => {
  assert.equal(door.areaTyped(form), '\0Ann\0true\x0042\x0002/28');
  assert.equal(door.areaTyped({ ...form, name: null, card: { until: '' } }), '\0\0true\0\0');
});

test('a malformed typed form is passed as JSON, so that the rule says what is wrong', () => {
  const wrong = [
    { ...form, name: 5 },
    { ...form, agreed: 'true' },
    { ...form, agreed: undefined },
    { ...form, name: 'A\0B' },
    { ...form, card: null },
    { ...form, card: [] },
    { ...form, card: { number: '42' } },
    [form],
    'Ann',
    null,
  ];
  for (const given of wrong) assert.equal(door.areaTyped(given), JSON.stringify(given));
  assert.throws(() => door.areaTyped(Object.defineProperty({}, 'name', { enumerable: true, get: () => null.name })), {
    name: 'Error',
    message: 'The value is not JSON.',
  });
});

test('an object, or a value of any type, is passed as JSON', () => {
  assert.equal(door.areaObject({ until: '02/28' }), '{"until":"02/28"}');
  assert.equal(door.areaAny(undefined), 'null');
  assert.equal(door.areaNone(), undefined);
});

test('an error that a rule returns is thrown', () => {
  const refusal = new Error('date: malformed');
  const source = doorOf(declarations, { imports: '', exportAs: (name, value) => `door.${name} = ${value};` });
  const { areaText } = new Function('rules', `const door = {}; ${source}; return door;`)({ areaText: () => refusal });
  assert.throws(() => areaText('a'), refusal);
});

test('a value that is not a text is refused if a text is expected', () => {
  assert.equal(door.areaText('a'), 'a');
  assert.equal(door.areaOptional(null), '');
  assert.equal(door.areaOptional(undefined), '');
  for (const text of [5, null, undefined, new String('b')]) {
    assert.throws(() => door.areaText(text), { name: 'Error', message: 'text: expected text' });
  }
  assert.throws(() => door.areaOptional(5), { name: 'Error', message: 'text: expected text' });
});

test('a value becomes the same JSON text that a call to the server would send', () => {
  const value = { a: ['é', 1.5, true, null, undefined], b: undefined, c: {} };
  assert.equal(textOf(value), JSON.stringify(value));
  assert.equal(textOf(undefined), 'null');
});

test('a value that is not JSON is refused with a plain Error, even if reading it throws', () => {
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  const round = {};
  round.round = round;
  const throwing = Object.defineProperty({}, 'a', {
    enumerable: true,
    get() {
      throw new RangeError('Not today.');
    },
  });
  const refused = (value, message) => assert.throws(() => textOf(value), { name: 'Error', message });
  for (const value of [5n, Symbol('x'), () => 'x', [() => 'x'], proxy, { proxy }, throwing, { toJSON: () => 'x' }, new Date(0)]) {
    refused(value, 'The value is not JSON.');
  }
  refused([Number.NaN], 'A number must be finite.');
  refused(round, 'The value is nested too deeply.');
  refused({ a: Object.assign([], { length: 4_000_000_000 }) }, 'The value is too large.');
});
