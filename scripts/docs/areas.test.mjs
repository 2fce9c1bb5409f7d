// The documents list the areas that have folders in the code.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AREAS } from '../house/areas.mjs';
import { textOf } from './files.mjs';

test('architecture and glossary list all areas', () => {
  const inCore = /\*\*core\*\* has a folder for each area \(([^)]+)\)/.exec(textOf('docs/architecture.md').replace(/\s+/g, ' '))[1];
  assert.deepEqual(inCore.replaceAll('`', '').split(', ').sort(), [...AREAS].sort());
  const inGlossary = /^\| area \| [^:]+: ([^.|]+)/m.exec(textOf('docs/glossary.md'))[1];
  assert.deepEqual(inGlossary.split(', ').sort(), [...AREAS].sort());
});
