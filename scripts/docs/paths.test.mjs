// Documents name only files that exist.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documents, textOf } from './files.mjs';
import { missingFiles } from './paths.mjs';

test('every file that a document names exists', () => {
  const paths = documents();
  assert.ok(paths.length > 30, `only ${paths.length} documents were found`);
  assert.deepEqual(paths.flatMap((path) => missingFiles(path, textOf(path)).map((name) => `${path}: ${name}`)), []);
});

test('a link or a path to a missing file is found', () => {
  const missing = (text) => missingFiles('docs/product/README.md', text);
  assert.deepEqual(missing('[A](contract.md), `core/src/policy.rs`, `jobs/mod.rs`, `scripts/lib/`, `image/png`, `target/logs/x`'), []);
  assert.deepEqual(missing('[A](no.md), [B](../glossary.md), `core/src/gone.rs`, `jobs/gone`, `server/src/no/`'), [
    'no.md',
    'core/src/gone.rs',
    'jobs/gone',
    'server/src/no/',
  ]);
  assert.deepEqual(missing('`fixtures/AREA/RULE.json`'), [], 'capitals stand for a name');
});
