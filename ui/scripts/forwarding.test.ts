import { joinForwarded } from './forwarding';

const passing = () => ({ fileName: 'assets/Login-1.js', code: 'export{t as default}from"./entry-2.js";' });
const page = (code: string) => ({ fileName: 'assets/page-3.js', code });

test('a dynamic import of a chunk that only passes on imports the chunk behind', () => {
  const importer = page('load(()=>import(`./Login-1.js`),["assets/Login-1.js"])');
  expect(joinForwarded([passing(), importer])).toEqual({ unneeded: ['assets/Login-1.js'], needed: [] });
  expect(importer.code).toBe('load(()=>import(`./entry-2.js`).then(e=>({default:e.t})),["assets/entry-2.js"])');
});

test('a chunk that is named in another way too is needed', () => {
  const importer = page('load(()=>import(`./Login-1.js`))');
  const other = { fileName: 'assets/other-4.js', code: 'import{default as t}from"./Login-1.js";' };
  expect(joinForwarded([passing(), importer, other])).toEqual({ unneeded: [], needed: ['assets/Login-1.js'] });
});

test('a chunk with code of its own stays', () => {
  const own = { fileName: 'assets/Login-1.js', code: 'const t=1;export{t as default};' };
  expect(joinForwarded([own, page('import(`./Login-1.js`)')])).toEqual({ unneeded: [], needed: [] });
});
