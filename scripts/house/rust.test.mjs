import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importsOf } from './rust.mjs';

const crate = (sources) => importsOf(new Map(Object.entries(sources)));
const modules = { '': '', 'store': '', 'store/orders': '', 'store/card': '', 'service': '', 'service/checkout': '' };
const imports = (code, module = 'service/checkout', others = {}) => crate({ ...modules, ...others, [module]: code }).get(module).imports;

test('The leaves of a `use` tree are imports', () => {
  assert.deepEqual(imports('use crate::store::{self, card::Card, orders::{OrderRow, self}};\n'), ['store', 'store/card', 'store/orders']);
  assert.deepEqual(imports('pub(crate) fn sum() {\n    use crate::store::card;\n}\n'), ['store/card']);
  assert.deepEqual(imports('use crate::store::card as saved;\nuse std::fmt;\nuse sqlx::{Row};\n'), ['store/card']);
});

test('Paths in the code are imports, and those that begin with `super` and `self` as well', () => {
  assert.deepEqual(imports('fn all() -> crate::store::orders::Rows { super::super::store::card::of() }\n'), ['store/card', 'store/orders']);
  assert.deepEqual(imports('fn all() { checkout::begin() }\n', 'service'), ['service/checkout']);
  assert.deepEqual(imports('fn all() { self::checkout::begin() }\n', 'service'), ['service/checkout']);
});

test('The path of a visibility, such as `pub(in crate::store)`, is not an import', () => {
  assert.deepEqual(imports('pub(in crate::store) fn all() {}\n'), []);
});

test('A name that a folder re-exports counts as an import of the file that defines it, and not as an import by the folder', () => {
  const folder = { store: 'mod orders;\npub use orders::{OrderRow as Order, all};\n' };
  assert.deepEqual(imports('use crate::store::Order;\n', 'service/checkout', folder), ['store/orders']);
  assert.deepEqual(imports('fn sum() { crate::store::all() }\n', 'service/checkout', folder), ['store/orders']);
  assert.deepEqual(imports(folder.store, 'store'), []);
});

test('Comments, string literals and tests import nothing', () => {
  const code = [
    '//! See [`crate::store`].',
    'const SQL: &str = "use crate::store::card; \\" crate::store::orders";',
    'const RAW: &str = r#"crate::store::card "x""#;',
    "const SIGN: char = '\"';",
    "fn first<'a>(text: &'a str) -> &'a str { text } /* crate::store::card */",
    '#[cfg(test)]',
    'mod tests {',
    '    use crate::store::card;',
    '}',
  ].join('\n');
  assert.deepEqual(imports(code), []);
  assert.deepEqual(imports('#[cfg(test)]\nuse crate::store::card;\nuse crate::store::orders;\n'), ['store/orders']);
});

test("A module's tests are a module of their own if they are asked for", () => {
  const code = ['use crate::store::card;', '#[cfg(test)]', 'mod tests {', '    use super::super::checkout;', '    use crate::store::orders;', '}'].join('\n');
  const found = importsOf(new Map(Object.entries({ ...modules, 'service/mfa': code })), { tests: true });
  assert.deepEqual(found.get('service/mfa').imports, ['store/card']);
  assert.deepEqual(found.get('service/mfa/tests').imports, ['service/checkout', 'store/orders']);
  assert.equal(crate({ ...modules, 'service/mfa': code }).has('service/mfa/tests'), false);
});

test("A file with a module's tests is left out like tests in the module's own file", () => {
  const inFile = { ...modules, 'service/mfa/tests': 'use crate::store::orders;' };
  assert.equal(crate(inFile).has('service/mfa/tests'), false);
  assert.deepEqual(importsOf(new Map(Object.entries(inFile)), { tests: true }).get('service/mfa/tests').imports, ['store/orders']);
});
