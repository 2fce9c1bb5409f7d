// Core: its floors, and the folders of its golden cases.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../lib/paths.mjs';
import { knownRules } from '../trace/rows.mjs';
import { AREAS } from './areas.mjs';
import { CORE } from './floors.mjs';
import { circles, homeless, ties, upward } from './graph.mjs';
import { readCrate } from './rust.mjs';

const core = readCrate(join(root, 'core', 'src'), { tests: true });
const named = (found, rooms) => found.map((circle) => ties(circle, rooms).join('\n')).join('\n\n');

test('Core imports only downwards, its tests too', () => {
  const imports = [...core.values()].reduce((sum, room) => sum + room.imports.length, 0);
  assert.ok(core.size > 130 && imports > 500, `imports are not read: ${core.size} files, ${imports} imports`);
  assert.ok([...core.keys()].filter((file) => file.endsWith('/tests')).length > 30, 'the tests are not read');
  assert.deepEqual(homeless(core, CORE), [], 'these stand on no floor (scripts/house/floors.mjs)');
  assert.deepEqual(upward(core, CORE), [], 'these import a floor above');
});

test('Neither files nor areas of core import each other in a circle', () => {
  assert.equal(named(circles(core), core), '');
  const areas = new Map();
  for (const [file, { imports }] of core) {
    const [area] = file.split('/');
    const others = imports.map((next) => next.split('/')[0]).filter((next) => next !== area);
    areas.set(area, { imports: [...new Set([...(areas.get(area)?.imports ?? []), ...others])] });
  }
  assert.equal(named(circles(areas), areas), '');
});

test('The module of messages imports nothing', () => {
  assert.deepEqual(core.get('values/message').imports, []);
});

test('The folders of core are the areas and a few listed ones', () => {
  // Values, messages and policy stand below the areas, screens and rules above them; `bin` has the commands that are built from core.
  const others = ['values', 'messages', 'policy', 'screens', 'rules', 'bin'];
  const folders = readdirSync(join(root, 'core', 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assert.deepEqual(folders.map(({ name }) => name).toSorted(), [...AREAS, ...others].toSorted());
});

test("A rule's golden cases are in the folder of the area that has the rule", () => {
  const files = readdirSync(join(root, 'fixtures'), { recursive: true }).map((name) => name.replaceAll('\\', '/'));
  const cases = new Map(files.filter((name) => name.endsWith('.json')).map((name) => [name.split('/').slice(1).join('/'), name.split('/')[0]]));
  const rules = knownRules();
  assert.ok(rules.length > 200, 'the rules are not read');
  const places = rules.map(({ id, function: path }) => ({ id, module: path.split('::')[0], fixture: cases.get(`${id.replace('.', '/')}.json`) }));
  assert.deepEqual(places.filter(({ module, fixture }) => module !== fixture), []);
});

test('The folders of the golden cases are the areas, screens and values', () => {
  const folders = readdirSync(join(root, 'fixtures'));
  assert.deepEqual(folders.toSorted(), [...AREAS, 'screens', 'values'].toSorted());
});
