import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Draft, declaredDrafts } from '~/lib/draft/draft';
import { screens } from './router';

const source = join(process.cwd(), 'src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => ({ name, code: readFileSync(join(source, name), 'utf8') }));

/** Names of fields that must never be stored: a password, a card's data, a code that unlocks something, a token. */
const secrets = /password|card_info|card_?number|credit|expir|cvv|cvc|pin\b|mfa|code|gift|token|secret/i;

/** Postal codes, and a discount code, which unlocks nothing. */
const harmless = new Set([
  'registration: registration_postal_code',
  'payment: shipping.postal_code',
  'payment: cardholder.zip_code',
  'change of card: cardholder.zip_code',
  'typed exchange address: postal_code',
  'exchange address: postal_code',
  'order address: postal_code',
  'account: shipping_postal_code',
  'discount code: code',
  'store sign-up: registration_postal_code',
]);

/** The name of a draft, with its lifetime if it outlives the tab. */
const idOf = ({ name, lifetime }: Draft) =>
  /^(account|session)$/.test(lifetime) || name === 'answers' ? `${name} (${lifetime})` : name;

beforeAll(async () => {
  for (const { load } of screens) await load();
});

test('these fields survive a reload, and no others', () => {
  const address = ['line_1', 'line_2', 'city', 'state', 'postal_code', 'phone'];
  const cardholder = ['name', 'street_address1', 'street_address2', 'city', 'state', 'zip_code', 'phone'];
  expect(Object.fromEntries(declaredDrafts().map((draft) => [idOf(draft), draft.fields]))).toEqual({
    'answers (visitor)': ['unsent'],
    'answers (account)': ['account', 'unsent'],
    'known answers (session)': ['account', 'profile', 'responses', 'keptAt'],
    registration: ['first_name', 'last_name', 'email', 'confirmEmail', 'registration_postal_code'],
    'sign-in': ['email'],
    'store sign-up': ['first_name', 'last_name', 'email', 'registration_postal_code'],
    'forgotten password': ['email'],
    'store location': ['label'],
    'style profile': ['changed'],
    'theme box': ['theme'],
    'typed answer': ['typed'],
    'date of birth': ['month', 'day', 'year'],
    payment: [
      ...address.map((name) => `shipping.${name}`),
      'same_as_shipping',
      ...cardholder.map((name) => `cardholder.${name}`),
    ],
    'signup discount': ['coupon'],
    choice: ['action', 'exchange_size', 'reasons', 'note', 'savedFeedback', 'known'],
    feedback: ['reasons', 'note'],
    'change of card': [...cardholder.map((name) => `cardholder.${name}`), 'subscription_type'],
    'typed exchange address': address,
    'exchange address asked for': ['asking'],
    'exchange address': address,
    'discount code': ['code'],
    purchase: ['key', 'purchase'],
    review: ['text', 'rating'],
    order: ['date', 'frequency', 'theme', 'note', 'store', 'phone', 'known'],
    subscription: ['frequency', 'from'],
    'order address': address,
    'order attempt': ['key', 'order'],
    account: [
      'first_name',
      'last_name',
      'phone',
      'email',
      'shipping_line_1',
      'shipping_line_2',
      'shipping_postal_code',
      'shipping_city',
      'shipping_state',
      'shipping_phone',
      'assigned_location_id',
      'preferred_stylist',
      'known',
    ],
  });
});

test('no list has a secret', () => {
  const kept = declaredDrafts().flatMap(({ name, fields }) => fields.map((field) => `${name}: ${field}`));
  const suspects = kept.filter((each) => secrets.test(each.slice(each.indexOf(':'))));
  expect(suspects.filter((each) => !harmless.has(each))).toEqual([]);
});

test('every draft has a unique name and is listed in this test', () => {
  const names = declaredDrafts().map(({ name, lifetime }) => `${lifetime} ${name}`);
  expect(new Set(names).size).toBe(names.length);
  const written = files.flatMap(({ code }) => [...code.matchAll(/= declareDraft</g)]);
  expect(names).toHaveLength(written.length);
});

test('no other module writes to the browser’s storage', () => {
  const writers = files.filter(({ code }) => /sessionStorage|localStorage|indexedDB|cookie =|caches\./.test(code));
  expect(writers.map(({ name }) => name).toSorted()).toEqual([
    'lib/draft/reload.ts',
    'lib/draft/store.ts',
    'lib/fonts.ts',
    'lib/memory.ts',
    // The scroll position of each screen.
    'lib/router/scroll.ts',
    'lib/tablet.ts',
  ]);
});
