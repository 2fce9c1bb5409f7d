// How callers are found in sources.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callersOf, pathsOf, takenFromCore } from './callers.mjs';
import { knownRules } from './rows.mjs';
import { codeOf, importsOf, pathsIn } from './rust.mjs';

const named = (source) => {
  const code = codeOf(source);
  return [...pathsIn(code, importsOf(code, 'here'), 'here')];
};

test('a call is found however the function is imported', () => {
  assert.ok(named('use there::order::can_cancel;\nfn f() { can_cancel(&x) }').includes('there::order::can_cancel'));
  assert.ok(named('use there::order;\nfn f() { order::can_cancel(&x) }').includes('there::order::can_cancel'));
  assert.ok(named('use there::{Issue, login::{self, LoginForm}};\nfn f() { login::parse(&x) }').includes('there::login::parse'));
  assert.ok(named('use there::{\n    registration as online,\n};\nfn f() { online::parse(&x) }').includes('there::registration::parse'));
  assert.ok(named('fn f() { there::order::can_cancel(&x) }').includes('there::order::can_cancel'));
  assert.ok(named('use crate::order;\nfn f() { list.map(order::label) }').includes('here::order::label'));
  assert.ok(named('fn f() { crate::order::label(x) }').includes('here::order::label'));
});

test('variables, methods, comments, string literals and tests are not calls', () => {
  const is = (source) => named(`use there::order::tile;\n${source}`).includes('there::order::tile');
  assert.ok(is('fn f() { tile(x) }'));
  assert.ok(!is('fn f() { let tile = 1; g(tile) }'), 'a variable');
  assert.ok(!is('fn f() { x.tile() }'), 'a method');
  assert.ok(!is('fn tile() {}'), 'a function of its own');
  assert.ok(!is('// tile(x)\n/* tile(x) */ const T: &str = "tile(x) \\" tile(x)"; const R: &str = r#"tile("x")"#;'));
  assert.ok(!is("fn f<'a>(x: &'a str) -> char { '\"' } // tile(x)\n"), 'the character of a quotation mark opens no string');
  assert.ok(!is('#[cfg(test)]\nmod tests {\n    fn f() { if x { tile(x) } }\n}\nfn g() {}'), 'a test');
  assert.ok(is('#[cfg(test)]\nmod tests {\n    fn f() {}\n}\nfn g() { tile(x) }'), 'but what follows it is');
});

test('a screen calls the rules that it imports from core', () => {
  const source = "import { maskZip,\n  type Issue, brand as names } from '~/core';\nimport type { Blocked } from '~/core';\nimport { calendarWindow } from './calendar';\n";
  assert.deepEqual(takenFromCore(source), ['maskZip', 'type Issue', 'brand']);
});

test('a form is also called by its `parse`', () => {
  assert.deepEqual(pathsOf('account::login::validate'), ['stylebox_core::account::login::validate', 'stylebox_core::account::login::parse']);
  assert.deepEqual(pathsOf('card::card_change::billing_validate')[1], 'stylebox_core::card::card_change::billing_parse');
  assert.deepEqual(pathsOf('order::can_cancel'), ['stylebox_core::order::can_cancel']);
});

test('known callers are found in the sources of this repository', () => {
  const callers = callersOf(knownRules());
  const { screens, server } = callers.get('registration.validate');
  assert.ok(screens.some((name) => name.endsWith('useRegistrationForm.ts')));
  assert.ok(server.some((name) => name.endsWith('registrations.rs')), 'it calls `parse`, imported under another name');
  assert.ok(callers.get('session.needs_csrf').server.includes('http/forgery.rs'));
  assert.ok(callers.get('session.needs_csrf').screens.includes('api/client.ts'));
  assert.ok(callers.get('order.can_check_out').core.includes('screens/dashboard.rs'));
});
