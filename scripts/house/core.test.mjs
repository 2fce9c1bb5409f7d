// Core and its golden cases: each subject lies in the folder of its area.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../lib/paths.mjs';
import { ASTRAY, knownRules } from '../trace/rows.mjs';
import { AREAS } from './areas.mjs';

test("A rule's golden cases lie in the area of the rule's module", () => {
  const files = readdirSync(join(root, 'fixtures'), { recursive: true }).map((name) => name.replaceAll('\\', '/'));
  const cases = new Map(files.filter((name) => name.endsWith('.json')).map((name) => [name.split('/').slice(1).join('/'), name.split('/')[0]]));
  const rules = knownRules().filter(({ id }) => !(id in ASTRAY));
  assert.ok(rules.length > 200, 'the rules are not read');
  const places = rules.map(({ id, function: path }) => ({ id, module: path.split('::')[0], fixture: cases.get(`${id.replace('.', '/')}.json`) }));
  assert.deepEqual(places.filter(({ module, fixture }) => module !== fixture), []);
});

test('The folders of the golden cases are the areas, the values below them and the screens above', () => {
  const folders = readdirSync(join(root, 'fixtures'));
  assert.deepEqual(folders.toSorted(), [...AREAS, 'screens', 'values'].toSorted());
});
