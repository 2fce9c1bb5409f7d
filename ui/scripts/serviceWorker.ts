// Builds the service worker (`ui/worker`) at the end of the page's build, with the list of the files that it keeps.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Manifest, type Plugin } from 'vite';
import { address, chunksOf } from './chunks';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The worker's name never changes: a browser checks it at each visit. */
const fileName = 'service-worker.js';

/** Fonts for scripts that few names use. A browser fetches them when it needs them. */
const rareLetters = /-(cyrillic|cyrillic-ext|greek|greek-ext|vietnamese)-/;

async function listsOf(dir: string) {
  const manifest = JSON.parse(await readFile(join(dir, '.vite/manifest.json'), 'utf8')) as Manifest;
  const entry = manifest['index.html'];
  const sheet = manifest['style.css'];
  if (!entry || !sheet) throw new Error('The page is no longer built as it was: look at it again.');
  const all = (await readdir(join(dir, 'assets'))).filter((name) => !/\.(br|gz)$/.test(name));
  const assets = all.map((name) => `assets/${name}`);
  const first = new Set(chunksOf(manifest, 'index.html', 'src/app/start.tsx').map(({ file }) => file));
  const isShell = (file: string) => first.has(file) || file === sheet.file || file.endsWith('.wasm');
  const hashOf = async (file: string) =>
    createHash('sha256')
      .update(await readFile(join(dir, file)))
      .digest('hex');
  // A name with a hash identifies its contents.
  const shell = [
    ...(await Promise.all(
      ['index.html', 'icon.svg'].map(async (file) => ({ url: address(file), revision: await hashOf(file) })),
    )),
    ...assets.filter((file) => isShell(file)).map((file) => ({ url: address(file), revision: null })),
  ];
  const files = assets.filter((file) => !isShell(file) && !rareLetters.test(file)).map(address);
  const version = createHash('sha256')
    .update(JSON.stringify([shell, files]))
    .digest('hex')
    .slice(0, 16);
  return { version, entry: address(entry.file), shell, files };
}

export const serviceWorker = (): Plugin => ({
  name: 'stylebox-service-worker',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler({ dir }) {
      if (!dir) return this.error('The page is no longer built into a folder: look at it again.');
      await build({
        configFile: false,
        root: here('..'),
        logLevel: 'warn',
        mode: 'production',
        define: { BUILD: JSON.stringify(await listsOf(dir)), 'process.env.NODE_ENV': '"production"' },
        build: {
          outDir: dir,
          emptyOutDir: false,
          copyPublicDir: false,
          target: 'es2022',
          modulePreload: false,
          rolldownOptions: {
            input: here('../worker/serviceWorker.ts'),
            output: { format: 'iife', entryFileNames: fileName },
          },
        },
      });
    },
  },
});
