import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import wasm from 'vite-plugin-wasm';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The server that the development page talks to. */
const server = process.env.STYLEBOX_DEV_SERVER ?? 'http://127.0.0.1:8080';
const proxied = { target: server, changeOrigin: false };

/** The content policy allows no style that a script writes into the page: sonner's style sheet is imported instead. */
const withoutInjectedStyles = (): Plugin => ({
  name: 'stylebox-without-injected-styles',
  apply: 'build',
  transform(code, id) {
    if (!/\/node_modules\/sonner\/.*js$/.test(id)) return null;
    const stripped = code.replace(/^__insertCSS\(".*"\);$/m, '');
    if (stripped === code) this.error('sonner injects its styles in another way now: look at it again.');
    return { code: stripped, map: null };
  },
});

/**
 * vite-plugin-wasm lists each of the rules' exports as a module's: two kilobytes in front of the first screen. They are
 * taken as the one object that they are.
 */
const wholeExports = (): Plugin => ({
  name: 'stylebox-whole-exports',
  transform(code, id) {
    const isRules = id.endsWith('.wasm');
    if (!isRules && !id.endsWith('/core-wasm/pkg/stylebox_core_wasm.js')) return null;
    const [from, to] = isRules
      ? [/^export const \{[^}]*\} = (?=__vite__wasmModule;$)/m, 'export default ']
      : [/^import \* as wasm from (?=".*\.wasm";$)/m, 'import wasm from '];
    const whole = code.replace(from, to);
    if (whole === code) this.error('The rules are imported in another way now: look at it again.');
    return { code: whole, map: null };
  },
});

/**
 * The entry fetches the page and the rules by itself, so that it can say where they do not come. The browser is told of them
 * in the document, and fetches them all at once.
 */
const preloadPage = (): Plugin => ({
  name: 'stylebox-preload-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const files = Object.values(bundle ?? {});
      const start = files.find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('/app/start.tsx'));
      const rules = files.find(({ fileName }) => fileName.endsWith('.wasm'));
      if (start?.type !== 'chunk' || !rules)
        return this.error('The page is no longer built as it was: look at it again.');
      // The set grows while it is walked: with what is imported comes what that imports.
      const chunks = new Set([start]);
      for (const { imports } of chunks) {
        for (const file of files) if (file.type === 'chunk' && imports.includes(file.fileName)) chunks.add(file);
      }
      const styles = [...chunks].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
      return [
        ...[...chunks].map(({ fileName }) => link(fileName, { rel: 'modulepreload' })),
        ...styles.map((fileName) => link(fileName, { rel: 'stylesheet' })),
        link(rules.fileName, { rel: 'preload', as: 'fetch', type: 'application/wasm' }),
      ];
    },
  },
});

const link = (fileName: string, attrs: Record<string, string>) => ({
  tag: 'link',
  attrs: { ...attrs, href: `/members/${fileName}`, crossorigin: true },
  injectTo: 'head' as const,
});

/** What compression makes smaller: fonts and photos are compressed in themselves. */
const compressible = /\.(html|js|css|wasm|svg|json|txt)$/;

/** Both at their best: brotli's best is its default. */
const encodings = [
  { ending: '.br', encode: (content: Buffer) => promisify(brotliCompress)(content) },
  { ending: '.gz', encode: (content: Buffer) => promisify(gzip)(content, { level: 9 }) },
];

/**
 * Writes a brotli and a gzip file beside each file that gets smaller by it: the server sends them as they are. The plugin reads the
 * folder and not the bundle, because the files of `public` are in no bundle.
 */
const compressFiles = (): Plugin => ({
  name: 'stylebox-compress-files',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler({ dir }) {
      if (!dir) return this.error('The page is no longer built into a folder: look at it again.');
      const names = await readdir(dir, { recursive: true });
      const sent = names.filter((name) => !name.startsWith('.') && compressible.test(name));
      await Promise.all(sent.map((name) => compress(join(dir, name))));
    },
  },
});

async function compress(file: string) {
  const content = await readFile(file);
  for (const { ending, encode } of encodings) {
    const encoded = await encode(content);
    if (encoded.length < content.length) await writeFile(file + ending, encoded);
  }
}

/** Our own modules that no screen does without. */
const inEveryScreen = new RegExp(
  '/ui/src/(app/|core|paths|lib/(memory|draft/reload|time/clock)\\.|features/[a-z-]+/routes|api/(client|account|errors|newerRules|sessions|status)\\.' +
    '|components/(form/Button|form/ButtonLink|layout/PageTitle|layout/SiteFooter|layout/SiteHeader|feedback/Spinner|feedback/Toaster)\\.)',
);

export default defineConfig({
  base: '/members/',
  plugins: [react(), wasm(), wholeExports(), withoutInjectedStyles(), preloadPage(), compressFiles()],
  resolve: {
    alias: {
      '~': here('src'),
      'stylebox-core-wasm': here('../core-wasm/pkg/door.js'),
    },
  },
  build: {
    target: 'es2022',
    manifest: true,
    modulePreload: { polyfill: false },
    // Nothing inline: the content policy takes neither data: scripts nor styles.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // What every screen needs comes in two pieces, the packages' and ours: they compress better than many small ones.
        codeSplitting: {
          groups: [
            // Stands alone, so that the entry counts on nothing that may fail: it is what says that the rest did not load.
            { name: 'loader', test: /preload-helper/, priority: 1 },
            {
              name: 'foundation',
              test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/[a-z-]+)\//,
            },
            { name: 'page', test: inEveryScreen },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    port: 5173,
    fs: { allow: [here('.'), here('../core-wasm')] },
    proxy: { '/api': proxied, '/dev': proxied },
  },
});
