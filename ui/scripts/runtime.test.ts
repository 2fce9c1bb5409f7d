import { joinRuntime } from './runtime';

const chunks = () => ({
  runtime: { fileName: 'assets/rolldown-runtime-1.js', code: 'var o=e=>e,c=e=>e+1;export{c as n,o as t};' },
  foundation: {
    fileName: 'assets/foundation-2.js',
    code: 'import{n as e,t}from"./rolldown-runtime-1.js";var react=t(e(1));export{react as a};',
  },
  page: {
    fileName: 'assets/page-3.js',
    code: 'const deps=["assets/rolldown-runtime-1.js"];import{n as x}from"./rolldown-runtime-1.js";import{a}from"./foundation-2.js";x(a);',
  },
});

test('the runtime is written into the chunk of the packages, and imported from there', () => {
  const { runtime, foundation, page } = chunks();
  expect(joinRuntime([runtime, foundation, page])).toBe('assets/rolldown-runtime-1.js');
  expect(foundation.code).toBe(
    'const[runtime$n,runtime$t]=(()=>{var o=e=>e,c=e=>e+1;return[c,o]})();const e=runtime$n,t=runtime$t;export{runtime$n,runtime$t};var react=t(e(1));export{react as a};',
  );
  expect(page.code).toBe(
    'const deps=["assets/foundation-2.js"];import{runtime$n as x}from"./foundation-2.js";import{a}from"./foundation-2.js";x(a);',
  );
});

test('if the runtime is imported in an unknown way, the chunks cannot be joined', () => {
  const { runtime, foundation, page } = chunks();
  const other = { fileName: 'assets/other-4.js', code: 'import*as r from"./rolldown-runtime-1.js";' };
  expect(joinRuntime([runtime, foundation, page, other])).toBeNull();
});

test('a chunk that needs the runtime alone would wait for the packages', () => {
  const { runtime, foundation, page } = chunks();
  page.code = page.code.replace('import{a}from"./foundation-2.js";x(a);', 'x(1);');
  expect(joinRuntime([runtime, foundation, page])).toBeNull();
});

test('if the chunk of the packages imports another one, the chunks cannot be joined', () => {
  const { runtime, foundation, page } = chunks();
  foundation.code = `import{z}from"./page-3.js";${foundation.code}`;
  expect(joinRuntime([runtime, foundation, page])).toBeNull();
});
