/** Random values of every kind. */

import type { Chance } from '../../../scripts/lib/chance.mjs';

const numbers = [
  0,
  -0,
  1,
  -1,
  3.5,
  0.1,
  1e21,
  -1e308,
  5e-324,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  2 ** 64,
];
const texts = [
  '',
  ' ',
  '0',
  '-1',
  '12.50',
  '999999999999999.99',
  '1000000000000000',
  '2026-02-29',
  '2028-02-29',
  '0001-01-01',
  '9999-12-31',
  '2026-11-20T21:00:00Z',
  '2026-03-08T08:00:00.999999999Z',
  '9999-12-31T23:59:59Z',
  '0001-01-01T00:00:00Z',
  '13/26',
  '12/99',
  'created',
  'subscription_30_day',
  'pickup',
  'No Preference',
  '__proto__',
  'constructor',
  '\u0000',
  '\ud800',
  '\udfff\ud800',
  '🧥'.repeat(40),
  'İßﬁ',
  '\u202e\u2028\ufeff',
  'a'.repeat(300),
];

function anyText({ below, pick }: Chance): string {
  if (below(3) > 0) return pick(texts);
  return String.fromCharCode(
    ...Array.from({ length: below(12) }, () => (below(2) === 0 ? 32 + below(96) : below(65_536))),
  );
}

/** Any JSON value with at most this depth. */
export function anyJson(chance: Chance, depth: number): unknown {
  const { below, pick } = chance;
  const kind = below(depth > 0 ? 7 : 5);
  if (kind === 0) return null;
  if (kind === 1) return below(2) === 0;
  if (kind === 2) return below(2) === 0 ? pick(numbers) : below(100_000) - 50_000;
  if (kind <= 4) return anyText(chance);
  const parts = Array.from({ length: below(5) }, () => anyJson(chance, depth - 1));
  return kind === 5 ? parts : Object.fromEntries(parts.map((part) => [anyText(chance), part]));
}

/** A copy of `value` with `replacement` at a random place. */
export function replaced(value: unknown, chance: Chance, replacement: unknown): unknown {
  if (typeof value !== 'object' || value === null || chance.below(8) === 0) return replacement;
  const keys = Object.keys(value);
  if (keys.length === 0) return replacement;
  const key = chance.pick(keys);
  const inner = replaced((value as Record<string, unknown>)[key], chance, replacement);
  return Array.isArray(value)
    ? value.map((item, index) => (String(index) === key ? inner : item))
    : { ...value, [key]: inner };
}

function cycle(): unknown {
  const round: Record<string, unknown> = { a: 'x' };
  round.b = [round];
  return round;
}

function revoked(target: object): unknown {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

const refuse = () => {
  throw new RangeError('Not today.');
};

/** Values that are not JSON, by name. */
export const exotic: Record<string, () => unknown> = {
  undefined: () => undefined,
  NaN: () => Number.NaN,
  infinity: () => Number.NEGATIVE_INFINITY,
  'a bigint': () => 5n,
  'a symbol': () => Symbol('x'),
  'a function': () => refuse,
  'a class': () => Date,
  'a date': () => new Date(Number.NaN),
  'a map': () => new Map([['text', 'x']]),
  'a set': () => new Set(['x']),
  'a boxed text': () => new String('55401'),
  'a boxed number': () => new Number(5),
  'a regular expression': () => /x/,
  'a promise': () => Promise.resolve(1),
  'an error': () => new Error('x'),
  bytes: () => new Uint8Array(100),
  'a buffer': () => new ArrayBuffer(8),
  'what has a length': () => ({ length: 4_000_000_000 }),
  'what cannot be a text': () => ({ toString: refuse, valueOf: refuse, toJSON: refuse, [Symbol.toPrimitive]: refuse }),
  'an object without a prototype': () => Object.assign(Object.create(null), { text: 'x' }),
  'a frozen object': () => Object.freeze({ text: 'x', __proto__: null }),
  'a getter that throws': () => Object.defineProperty({ a: 'x' }, 'b', { enumerable: true, get: refuse }),
  'a getter that throws nothing': () => ({
    get a() {
      throw undefined;
    },
  }),
  'a list that throws': () => Object.defineProperty(['x', 'y', 'z'], 1, { get: refuse }),
  'a list with holes': () => Object.assign([], { 1: 'x', 3: 'y', length: 5 }),
  'a long list with holes': () => Object.assign([], { 99_999: 'x' }),
  'a cycle': cycle,
  'a proxy that throws': () =>
    new Proxy({ a: 'x' }, { ownKeys: refuse, get: refuse, getOwnPropertyDescriptor: refuse }),
  'a list behind a proxy that throws': () => new Proxy(['x'], { get: refuse }),
  'a revoked proxy': () => revoked({}),
  'a revoked proxy of a list': () => revoked([]),
  'a lone surrogate': () => '\ud800',
  'a long text': () => 'é'.repeat(100_000),
  'what is deep': () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 1_000; level += 1) deep = level % 2 === 0 ? [deep] : { a: deep };
    return deep;
  },
};
