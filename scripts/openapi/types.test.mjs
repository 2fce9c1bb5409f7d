import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { documentFile, installGenerator, typesFile, typesOf } from './types.mjs';

const document = () => JSON.parse(readFileSync(documentFile, 'utf8'));

before(installGenerator);

test("the page's types are those of the server's description", async () => {
  const isFresh = readFileSync(typesFile, 'utf8') === (await typesOf(document()));
  assert.ok(isFresh, 'They are stale: run `node scripts/openapi.mjs`.');
});

test('another name of a field is another type', async () => {
  const changed = document();
  const { properties } = changed.components.schemas.LocationBody;
  properties.title = properties.name;
  delete properties.name;
  const [before, after] = [await typesOf(document()), await typesOf(changed)];
  assert.notEqual(before, after);
  assert.match(after, /LocationBody: \{[^}]*title\?: string;/);
});
