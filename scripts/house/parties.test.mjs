// The outside parties: what their implementations may import, and that each is a folder with a double among the tests.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../lib/paths.mjs';
import { readCrate } from './rust.mjs';

const rooms = readCrate(join(root, 'server', 'src'));
const providers = [...rooms].filter(([room]) => room.startsWith('providers/'));

/** What providers may import. */
const BELOW = ['platform', 'values', 'data', 'providers'];
/** Folders that are not parties. */
const NO_PARTIES = ['common', 'companies'];
/** Files of a party that are not implementations, besides `mod` (its trait) and `choice` (which implementation is chosen). */
const PARTS = { human_check: ['settings'], payment: ['card', 'charge', 'made', 'movement', 'notice'], tax: ['state_tax', 'taxed_sale'], telemetry: ['allowed', 'collector', 'limits', 'sampling'] };
/** Implementations whose double has another name, or that make no calls and so have none. */
const DOUBLES = { turnstile: 'site_verify', recaptcha: 'site_verify', table: null };

/** Folders of a party that its implementations share. */
const SHARED = ['human_check/site_verify'];
/** An implementation that builds on the embedded one of its party: reviews that the shop keeps are sent to Yotpo. */
const KNOWN = ['reviews/yotpo imports reviews/own'];

const folders = (...path) => {
  const found = readdirSync(join(root, ...path), { withFileTypes: true });
  return found.filter((entry) => entry.isDirectory()).map(({ name }) => name);
};
const parties = folders('server', 'src', 'providers').filter((name) => !NO_PARTIES.includes(name));

test('Providers import nothing but platform, values and the starting data', () => {
  assert.ok(providers.length > 80, `the providers are not read: ${providers.length} files`);
  const found = providers.flatMap(([room, { imports }]) =>
    imports.filter((next) => !BELOW.includes(next.split('/')[0])).map((next) => `${room} imports ${next}`),
  );
  assert.deepEqual(found, []);
});

/** `party/implementation` of a room, or null. */
function implementation(room) {
  const [, party, name] = room.split('/');
  const isOne = parties.includes(party) && folders('server', 'src', 'providers', party).includes(name) && !SHARED.includes(`${party}/${name}`);
  return isOne ? `${party}/${name}` : null;
}

test('Code that several parties share imports no implementation', () => {
  const isShared = (room) => /^providers\/(common|companies)\//.test(room);
  const found = providers.flatMap(([room, { imports }]) =>
    isShared(room) ? imports.filter((next) => implementation(next)).map((next) => `${room} imports ${next}`) : [],
  );
  assert.deepEqual(found, []);
});

test('An implementation imports no other implementation', () => {
  const found = providers.flatMap(([room, { imports }]) => {
    const own = implementation(room);
    const others = new Set(imports.map(implementation).filter((next) => next !== null && next !== own));
    return own === null ? [] : [...others].map((other) => `${own} imports ${other}`);
  });
  assert.deepEqual([...new Set(found)].filter((sentence) => !KNOWN.includes(sentence)), []);
});

test('An implementation is imported only inside its party', () => {
  const outside = [...rooms].filter(([room]) => implementation(room) === null);
  const found = outside.flatMap(([room, { imports }]) =>
    imports
      .map(implementation)
      .filter((next) => next !== null && !room.startsWith(`providers/${next.split('/')[0]}`))
      .map((next) => `${room} imports ${next}`),
  );
  assert.deepEqual([...new Set(found)], []);
});

test('Each implementation of a party is a folder', () => {
  assert.equal(parties.length, 14, parties.join());
  const known = (party) => ['mod', 'choice', ...(PARTS[party] ?? [])];
  const alone = parties.flatMap((party) => {
    const names = readdirSync(join(root, 'server', 'src', 'providers', party)).filter((name) => name.endsWith('.rs'));
    return names.filter((name) => !known(party).includes(name.slice(0, -3))).map((name) => `${party}/${name}`);
  });
  assert.deepEqual(alone, [], 'a folder for an implementation, or a line in PARTS');
});

test('Each implementation with settings has a double among the tests', () => {
  const without = parties.flatMap((party) =>
    folders('server', 'src', 'providers', party)
      .filter((name) => existsSync(join(root, 'server', 'src', 'providers', party, name, 'settings.rs')))
      .map((name) => (name in DOUBLES ? DOUBLES[name] : name))
      .filter((double) => double !== null && !existsSync(join(root, 'server', 'tests', 'doubles', double, 'mod.rs'))),
  );
  assert.deepEqual(without, []);
});
