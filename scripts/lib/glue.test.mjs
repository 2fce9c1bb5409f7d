// The JavaScript beside the WebAssembly: what is checked and what is caught. What it is for is shown by ui/test/core.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finished, textOf } from './glue.mjs';

const generated = `
/**
 * Two areas.
 * @param {string | null | undefined} first
 * @param {string} second
 * @param {boolean} third
 * @returns {string[]}
 */
function areaTwo(first, second, third) {
    var ptr0 = isLikeNone(first) ? 0 : passStringToWasm0(first, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
    const ptr1 = passStringToWasm0(second, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
    return [first, second, third];
}
export function areaOther(input) {
    return wasm.areaOther(input);
}
`;

test('a plain value of another kind is refused before anything is done', () => {
  const source = finished(generated).replaceAll('export ', '');
  const areaTwo = new Function(`const isLikeNone = (x) => x == null; const passStringToWasm0 = () => 0; const wasm = {}; ${source}; return areaTwo;`)();
  assert.deepEqual(areaTwo('a', 'b', true), ['a', 'b', true]);
  assert.deepEqual(areaTwo(null, '', false), [null, '', false]);
  assert.deepEqual(areaTwo(undefined, 'b', true), [undefined, 'b', true]);
  assert.throws(() => areaTwo(5, 'b', true), { name: 'Error', message: 'first: expected text' });
  assert.throws(() => areaTwo('a', null, true), { name: 'Error', message: 'second: expected text' });
  assert.throws(() => areaTwo('a', new String('b'), true), { message: 'second: expected text' });
  for (const third of [undefined, null, 0, 'no']) {
    assert.throws(() => areaTwo('a', 'b', third), { message: 'third: expected true or false' });
  }
});

test('a value becomes the text that the server would be sent', () => {
  const value = { a: ['é', 1.5, true, null, undefined], b: undefined, c: {} };
  assert.equal(textOf(value), JSON.stringify(value));
  assert.equal(textOf(undefined), 'null');
  assert.ok(finished(generated).includes(textOf.toString()));
});

test('what has no text is told of, whatever it does when it is asked', () => {
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  const round = {};
  round.round = round;
  const throwing = Object.defineProperty({}, 'a', {
    enumerable: true,
    get() {
      throw new RangeError('Not today.');
    },
  });
  for (const value of [5n, Symbol('x'), () => 'x', [() => 'x'], proxy, { proxy }, throwing, { toJSON: () => 'x' }, new Date(0)]) {
    assert.equal(textOf(value), '!The value is not JSON.');
  }
  assert.equal(textOf([Number.NaN]), '!A number must be finite.');
  assert.equal(textOf(round), '!The value is nested too deeply.');
  assert.equal(textOf({ a: Object.assign([], { length: 4_000_000_000 }) }), '!The value is too large.');
});

test('another form than the one that is known is refused', () => {
  assert.throws(() => finished(generated.replaceAll('@param', '@takes')), /another form/);
});
