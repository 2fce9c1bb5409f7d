import { joinForwarded, preloadOnce } from './forwarding';

const passing = () => ({ fileName: 'assets/Login-1.js', code: 'export{t as default}from"./entry-2.js";' });
const page = (code: string) => ({ fileName: 'assets/page-3.js', code });

test('a dynamic import of a chunk that only re-exports another one imports that one instead', () => {
  const importer = page('load(()=>import(`./Login-1.js`),["assets/Login-1.js"])');
  expect(joinForwarded([passing(), importer])).toEqual({ unneeded: ['assets/Login-1.js'], needed: [] });
  expect(importer.code).toBe('load(()=>import(`./entry-2.js`).then(e=>({default:e.t})),["assets/entry-2.js"])');
});

test('a chunk that is also used in another way is kept', () => {
  const importer = page('load(()=>import(`./Login-1.js`))');
  const other = { fileName: 'assets/other-4.js', code: 'import{default as t}from"./Login-1.js";' };
  expect(joinForwarded([passing(), importer, other])).toEqual({ unneeded: [], needed: ['assets/Login-1.js'] });
});

test('a chunk with code of its own is kept', () => {
  const own = { fileName: 'assets/Login-1.js', code: 'const t=1;export{t as default};' };
  expect(joinForwarded([own, page('import(`./Login-1.js`)')])).toEqual({ unneeded: [], needed: [] });
});

const deps = (files: string[]) =>
  `const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=${JSON.stringify(files)})))=>i.map(i=>d[i]);`;

test('a file that several screens need is listed once', () => {
  const code = `${deps(['a.js', 'shared.js', 'a.js', 'b.js'])}n(x,__vite__mapDeps([0,1]));n(y,__vite__mapDeps([2,1]));n(z,__vite__mapDeps([3,0,2]))`;
  const once = `${deps(['a.js', 'shared.js', 'b.js'])}n(x,__vite__mapDeps([0,1]));n(y,__vite__mapDeps([0,1]));n(z,__vite__mapDeps([2,0]))`;
  expect(preloadOnce(code, [])).toBe(once);
});

test('a chunk’s static imports are not preloaded', () => {
  const code = `${deps(['a.js', 'shared.js'])}n(x,__vite__mapDeps([0,1]));n(y,__vite__mapDeps([1]))`;
  expect(preloadOnce(code, ['shared.js'])).toBe(`${deps(['a.js'])}n(x,__vite__mapDeps([0]));n(y,__vite__mapDeps([]))`);
});

test('a chunk that preloads nothing is not changed', () => {
  expect(preloadOnce('const f=[1,2];g([0,1])', ['a.js'])).toBe('const f=[1,2];g([0,1])');
});
