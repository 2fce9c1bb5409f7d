// The architecture of the source: floors import only downwards, imports have no circle, and only the server's upper floors know HTTP.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { test } from 'node:test';
import { root, ui } from '../lib/paths.mjs';
import { AREAS, BESIDE_AREAS, FOLDERS_OF_AREAS, NAMES_OF_TWO_AREAS } from './areas.mjs';
import { MAY_USE_LAZY, NO_AREAS, PAGE, SERVER, SERVER_HTTP, SERVER_STRANGERS, SHARED_CALLS, SHARED_PARTS } from './floors.mjs';
import { circles, floorOf, homeless, ties, upward } from './graph.mjs';
import { readCrate } from './rust.mjs';
import { readPage, usesLazy } from './typescript.mjs';

const server = readCrate(join(root, 'server', 'src'));
const page = readPage(join(ui, 'src'));

/** Checks that imports were found at all. If they were not, the other checks would pass. */
function isRead(rooms, least, leastImports) {
  const imports = [...rooms.values()].reduce((sum, room) => sum + room.imports.length, 0);
  assert.ok(rooms.size > least && imports > leastImports, `imports are not read: ${rooms.size} files, ${imports} imports`);
}

function hasNoCircle(rooms) {
  const found = circles(rooms).map((circle) => ties(circle, rooms).join('\n'));
  assert.equal(found.length, 0, `these import each other in a circle:\n${found.join('\n\n')}`);
}

function standsOnFloors(rooms, floors) {
  assert.deepEqual(homeless(rooms, floors), [], 'these stand on no floor (scripts/house/floors.mjs)');
  const found = upward(rooms, floors);
  assert.equal(found.length, 0, `these import a floor above:\n${found.join('\n')}`);
}

test('The server imports only downwards, and in no circle', () => {
  isRead(server, 150, 800);
  standsOnFloors(server, SERVER);
  hasNoCircle(server);
});

test("The server's calls, services, tables and tests are in folders of areas, except for those listed with a reason", () => {
  for (const [folder, others] of Object.entries(BESIDE_AREAS)) {
    const found = new Set(readdirSync(join(root, 'server', folder)).map((name) => name.replace(/\..*$/, '')));
    const names = [...found].filter((name) => name !== 'mod' && !AREAS.includes(name));
    assert.deepEqual(names.toSorted(), Object.keys(others).toSorted(), `server/${folder} (scripts/house/areas.mjs)`);
  }
});

test('A module has the same area in every layer: no two areas have modules of one name, except for those listed with a reason', () => {
  const areasOf = new Map();
  for (const area of AREAS.filter((name) => name !== 'mail')) {
    const folders = FOLDERS_OF_AREAS.map((folder) => join(root, folder, area)).filter((folder) => existsSync(folder));
    const names = folders.flatMap((folder) => readdirSync(folder)).map((name) => name.replace(/\..*$/, ''));
    for (const name of names) if (name !== 'mod') areasOf.set(name, (areasOf.get(name) ?? new Set()).add(area));
  }
  assert.ok(areasOf.size > 200, `the modules are not read: ${areasOf.size}`);
  const found = [...areasOf].filter(([name, areas]) => areas.size > 1 && !(name in NAMES_OF_TWO_AREAS));
  const named = found.map(([name, areas]) => `${name} is in ${[...areas].join(' and ')}`);
  assert.deepEqual(named, [], 'move one to the area of the others, or rename it if it is another thing (scripts/house/areas.mjs)');
  const unused = Object.keys(NAMES_OF_TWO_AREAS).filter((name) => (areasOf.get(name)?.size ?? 0) < 2);
  assert.deepEqual(unused, [], 'these are in one area (scripts/house/areas.mjs)');
});

const liesIn = (room, folder) => room === folder || room.startsWith(`${folder}/`);

test('No room of the server imports a module that is forbidden to it', () => {
  const found = Object.entries(SERVER_STRANGERS).flatMap(([folder, strangers]) =>
    [...server].flatMap(([room, { imports }]) => {
      const known = imports.filter((next) => strangers.some((stranger) => liesIn(next, stranger)));
      return liesIn(room, folder) ? known.map((next) => `${room} imports ${next}`) : [];
    }),
  );
  assert.deepEqual(found, []);
});

test('No item of the server has two paths: a module exports an item of another one only if that one is private and its own', () => {
  const exported = [...server].flatMap(([room, { code }]) =>
    [...code.matchAll(/^[ \t]*pub(?:\([^)]*\))?\s+use\s+([^;]+);/gm)].map(([, tree]) => ({ room, code, tree })),
  );
  assert.ok(exported.length > 10, `the exports are not read: ${exported.length}`);
  const isHidden = ({ code, tree }) => new RegExp(`^mod ${tree.split('::')[0].trim()};`, 'm').test(code);
  assert.deepEqual(exported.filter((found) => !isHidden(found)).map(({ room, tree }) => `${room} exports ${tree}`), []);
});

test('Only the store knows SQL', () => {
  const knowing = [...server].filter(([room, { code }]) => !liesIn(room, 'store') && /\bsqlx\b/.test(code));
  // It parses the address of a database with the library that connects to it.
  assert.deepEqual(knowing.map(([room]) => room), ['platform/config/database']);
});

test('Connections to PostgreSQL are described in one file: a pooler refuses what sqlx sends by default', () => {
  const describing = [...server].filter(([, { code }]) => /\bPgConnectOptions\b/.test(code)).map(([room]) => room);
  // The other one only reads an address.
  assert.deepEqual(describing.toSorted(), ['platform/config/database', 'store/postgres']);
});

test('The callers open no transaction: what takes one is a service', () => {
  const opening = [...server].filter(([room, { code }]) => ['api', 'ops'].some((floor) => liesIn(room, floor)) && /\bdb\s*\.\s*\w+\s*\(/.test(code));
  assert.deepEqual(opening.map(([room]) => room), []);
  // The services do: it is seen.
  assert.ok([...server].some(([room, { code }]) => liesIn(room, 'service') && /\bdb\s*\.\s*\w+\s*\(/.test(code)));
});

test("Only the server's upper floors know HTTP", () => {
  const knowsHttp = ({ code }) => /\baxum\b|\bStatusCode\b|\bcrate::http\b/.test(code);
  const below = [...server].filter(([room]) => room !== '' && floorOf(room, [SERVER_HTTP]) < 0);
  assert.deepEqual(below.filter(([, found]) => knowsHttp(found)).map(([room]) => room), []);
});

test('The page imports only downwards, and in no circle', () => {
  isRead(page, 300, 1000);
  standsOnFloors(page, PAGE);
  // A file that is imported on demand may import the file that needs it.
  hasNoCircle(new Map([...page].map(([file, { atOnce }]) => [file, { imports: atOnce }])));
});

/** The feature of a file of the page: `features/<area>/<feature>`, or null. */
const featureOf = (file) => /^features\/[^/]+\/[^/]+(?=\/)/.exec(file)?.[0] ?? null;

test("The page's features are in folders of areas, and so are the shared parts that belong to an area", () => {
  const strangers = (floor, names) =>
    [...page.keys()].filter((file) => file.startsWith(`${floor}/`) && !names.includes(file.split('/')[1]));
  assert.deepEqual(strangers('features', [...AREAS, ...NO_AREAS]), []);
  assert.deepEqual(strangers('components', [...AREAS, ...NO_AREAS, ...SHARED_PARTS]), []);
  const alone = [...page.keys()].filter((file) => file.startsWith('features/') && featureOf(file) === null);
  assert.deepEqual(alone, [], 'a feature is a folder in its area');
});

test("The page's calls are in folders of areas, except for the listed files that calls of all areas use", () => {
  const paths = [...page.keys()].filter((file) => file.startsWith('api/')).map((file) => file.replace(/\.test$/, '').split('/').slice(1));
  const beside = paths.filter(([folder, ...file]) => file.length === 0 || !AREAS.includes(folder)).map((path) => path.join('/'));
  assert.deepEqual([...new Set(beside)].toSorted(), SHARED_CALLS.toSorted(), '(scripts/house/floors.mjs)');
});

test('A feature imports no other feature: what two share goes to components, api or lib', () => {
  const found = [...page].flatMap(([file, { imports }]) => {
    const others = imports.filter((next) => featureOf(next) !== null && featureOf(next) !== featureOf(file));
    return featureOf(file) === null ? [] : others.map((next) => `${file} imports ${next}`);
  });
  assert.deepEqual(found, []);
});

test('A file outside of the own folder is imported as ~/…, so that its floor shows, unless both belong to the same feature', () => {
  const isInside = (file, specifier) => featureOf(file) !== null && featureOf(posix.join(posix.dirname(file), specifier)) === featureOf(file);
  const found = [...page].flatMap(([file, { specifiers }]) =>
    specifiers.filter((specifier) => specifier.startsWith('../') && !isInside(file, specifier)).map((specifier) => `${file} imports ${specifier}`),
  );
  assert.deepEqual(found, []);
});

test("A part of a screen that loads on demand is a `latePart`, `optionalPart`, `lateDialog` or `lateScreen`, never React's `lazy`", () => {
  const shown = [...page].filter(([file]) => !file.endsWith('.test'));
  const found = shown.filter(([, { code }]) => usesLazy(code)).map(([file]) => file);
  assert.deepEqual(found.toSorted(), MAY_USE_LAZY.toSorted(), '(scripts/house/floors.mjs)');
});

test('No two modules of the page have names that differ by case alone: some file systems ignore it', () => {
  const byLetters = new Map();
  for (const file of page.keys()) byLetters.set(file.toLowerCase(), [...(byLetters.get(file.toLowerCase()) ?? []), file]);
  const alike = [...byLetters.values()].filter(({ length }) => length > 1);
  assert.deepEqual(alike, []);
});
