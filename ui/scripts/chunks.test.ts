import { chunksOf } from './chunks';

const manifest = {
  'index.html': { file: 'index.js', imports: ['_shared.js'] },
  'start.tsx': { file: 'start.js', imports: ['_shared.js'], dynamicImports: ['later.tsx'] },
  '_shared.js': { file: 'shared.js' },
  'later.tsx': { file: 'later.js' },
};

test('modules are listed with their static imports, each once', () => {
  const files = chunksOf(manifest, 'index.html', 'start.tsx').map(({ file }) => file);
  expect(files).toEqual(['index.js', 'shared.js', 'start.js']);
});

test('a module that is not in the build throws', () => {
  expect(() => chunksOf(manifest, 'src/app/moved.tsx')).toThrow('src/app/moved.tsx is not in the build.');
});
