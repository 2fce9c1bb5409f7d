import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { documentFile, installGenerator, typesFile, typesOf } from './types.mjs';

const document = () => JSON.parse(readFileSync(documentFile, 'utf8'));

before(installGenerator);

test("the page's types are up to date with the server's description", async () => {
  const isFresh = readFileSync(typesFile, 'utf8') === (await typesOf(document()));
  assert.ok(isFresh, 'They are stale: run `node scripts/openapi.mjs`.');
});

test('a renamed field changes the type', async () => {
  const changed = document();
  const { properties } = changed.components.schemas.LocationBody;
  properties.title = properties.name;
  delete properties.name;
  const [before, after] = [await typesOf(document()), await typesOf(changed)];
  assert.notEqual(before, after);
  assert.match(after, /LocationBody: \{[^}]*title\?: string;/);
});

test('the type of a call has the parameters, the body and the answer of the description', async () => {
  const types = await typesOf(document());
  const checkout = types.slice(types.indexOf('post_invoices_id_checkout: {'));
  const call = checkout.slice(0, checkout.indexOf('\n    };'));
  assert.match(call, /header: \{[^}]*"Idempotency-Key": string;/);
  assert.match(call, /path: \{\s*id: string;/);
  assert.match(call, /requestBody: \{\s*content: \{\s*"application\/json": components\["schemas"\]\["CheckOut"\];/);
  assert.match(call, /200: \{[^]*"application\/json": components\["schemas"\]\["InvoiceBody"\];/);
});

test("the types have neither refusals nor the header of the rules' version", async () => {
  const types = await typesOf(document());
  assert.doesNotMatch(types, /\n\s*[45]\d\d: \{/);
  assert.doesNotMatch(types, /x-rules-version/);
});
