import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importsOf, usesLazy } from './typescript.mjs';

const files = { 'core': '', 'api/account': '', 'features/card/api': '', 'features/card/screens/Card': '', 'features/card/parts/index': '' };
const found = (code, file = 'features/card/routes') => importsOf(new Map(Object.entries({ ...files, [file]: code }))).get(file);

test('Static imports, re-exports and dynamic imports are found', () => {
  const code = [
    "import type { Account } from '~/api/account';",
    "import {\n  brand,\n  policy,\n} from '~/core';",
    "export { saveCard } from './api';",
    "const load = () => import('./screens/Card');",
    "import './parts';",
    "import { useState } from 'react';",
  ].join('\n');
  const atOnce = ['api/account', 'core', 'features/card/api', 'features/card/parts/index'];
  assert.deepEqual(found(code).imports, [...atOnce, 'features/card/screens/Card']);
  assert.deepEqual(found(code).atOnce, atOnce);
});

test('Comments import nothing', () => {
  assert.deepEqual(found("// import { brand } from '~/core';\n/*\nimport '~/api/account';\n*/\n").imports, []);
});

test("React's `lazy` is found by its import or by its full name, and no other `lazy`", () => {
  assert.ok(usesLazy("import { type ComponentType, lazy } from 'react';"));
  assert.ok(usesLazy("import {\n  lazy as late,\n  useState,\n} from 'react';"));
  assert.ok(usesLazy('const Part = React.lazy(load);'));
  assert.ok(!usesLazy("import { useState } from 'react';\nimport { lazy } from '~/lib/lazy';\nz.lazy();"));
});
