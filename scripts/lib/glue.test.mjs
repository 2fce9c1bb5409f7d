// The JavaScript beside the WebAssembly: what is checked and what is caught. What it is for is shown by ui/test/core.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finished } from './glue.mjs';

const generated = `
function areaTwo(first, second) {
    var ptr0 = isLikeNone(first) ? 0 : passStringToWasm0(first, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
    const ptr1 = passStringToWasm0(second, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
    return [first, second];
}
export function areaOther(input) {
    return wasm.areaOther(input);
}
function isArray(arg0) {
    const ret = Array.isArray(arg0);
    return ret;
}
function entries(arg0) {
    const ret = Object.entries(arg0);
    return ret;
}
function get(arg0, arg1) {
    const ret = arg0[arg1 >>> 0];
    return ret;
}
function length(arg0) {
    const ret = arg0.length;
    return ret;
}
`;

test('a text is asked for before anything is done', () => {
  const source = finished(generated).replaceAll('export ', '');
  const areaTwo = new Function(`const isLikeNone = (x) => x == null; const passStringToWasm0 = () => 0; const wasm = {}; ${source}; return areaTwo;`)();
  assert.deepEqual(areaTwo('a', 'b'), ['a', 'b']);
  assert.deepEqual(areaTwo(null, ''), [null, '']);
  assert.deepEqual(areaTwo(undefined, 'b'), [undefined, 'b']);
  assert.throws(() => areaTwo(5, 'b'), { name: 'Error', message: 'first: expected text' });
  assert.throws(() => areaTwo('a', null), { name: 'Error', message: 'second: expected text' });
  assert.throws(() => areaTwo('a', new String('b')), { message: 'second: expected text' });
});

test('what throws is told of in a form that no rule takes', () => {
  const source = finished(generated).replaceAll('export ', '');
  const { isArray, entries, get, length } = new Function(`${source}; return { isArray, entries, get, length };`)();
  assert.deepEqual([isArray([]), entries({ a: 1 }), get(['x'], 0), length('ab')], [true, [['a', 1]], 'x', 2]);
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  assert.equal(isArray(proxy), false);
  assert.equal(typeof entries(proxy)[0][1], 'symbol');
  assert.equal(typeof get(proxy, 0), 'symbol');
  assert.equal(length(proxy), 0xffffffff);
});

test('another form than the one that is known is refused', () => {
  assert.throws(() => finished(generated.replace('Object.entries', 'Reflect.ownKeys')), /another form/);
  assert.throws(() => finished(generated.replaceAll('passStringToWasm0', 'copied')), /another form/);
});
