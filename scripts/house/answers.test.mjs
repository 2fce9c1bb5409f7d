// The refusals of the API's calls: one that several calls give is a type of `api/answers`, or `api/description` adds it.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../lib/paths.mjs';

const api = join(root, 'server', 'src', 'api');
const files = readdirSync(api, { recursive: true }).filter((name) => name.endsWith('.rs'));

/** The refusals that handlers describe themselves: `{ file, status, words }`. */
const refusals = files.flatMap((file) => {
  const source = readFileSync(join(api, file), 'utf8');
  const found = source.matchAll(/\(\s*status = ([45]\d\d)(?:,\s*description = "((?:[^"\\]|\\[\s\S])*)")?,\s*body = ErrorBody/g);
  return [...found].map(([, status, words]) => ({ file, status, words }));
});

test('No two handlers describe the same refusal themselves', () => {
  assert.ok(refusals.length > 40, `the refusals are not read: ${refusals.length}`);
  const known = new Map();
  const again = refusals.filter(({ status, words, file }) => {
    const key = `${status} ${words}`;
    const first = known.get(key);
    known.set(key, first ?? file);
    return first !== undefined;
  });
  assert.deepEqual(again, [], 'name a type of api/answers.rs, or leave it out if description.rs adds it to every such call');
});

test('A refusal that a handler describes has a description of its own', () => {
  const shared = readFileSync(join(api, 'description.rs'), 'utf8');
  const silent = refusals.filter(({ words }) => words === undefined || shared.includes(`"${words}"`) || words === 'Not signed in');
  assert.deepEqual(silent, []);
});
