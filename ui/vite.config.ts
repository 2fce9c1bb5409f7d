import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import wasm from 'vite-plugin-wasm';
import { prerenderScreens } from './scripts/prerender';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The server that the development page proxies its calls to. */
const server = process.env.STYLEBOX_DEV_SERVER ?? 'http://127.0.0.1:8080';
const proxied = { target: server, changeOrigin: false };

/** sonner injects its styles by script, which the content policy refuses: remove that, and import its style sheet instead. */
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
 * vite-plugin-wasm exports each of the rules' functions by name: two kilobytes before the first screen. Export them as one
 * object instead.
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
 * The entry imports the page and the rules dynamically, so that it can say if they fail to load. Preload links in the
 * document make the browser fetch them all at once.
 */
const preloadPage = (): Plugin => ({
  name: 'stylebox-preload-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const files = Object.values(bundle ?? {});
      const start = files.find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('/app/start.tsx'));
      const rules = files.find(({ fileName }) => fileName.endsWith('.wasm'));
      if (start?.type !== 'chunk' || !rules)
        return this.error('The page is no longer built as it was: look at it again.');
      // The set grows during the loop: imports of imports are added too.
      const chunks = new Set([start]);
      for (const { imports } of chunks) {
        for (const file of files) if (file.type === 'chunk' && imports.includes(file.fileName)) chunks.add(file);
      }
      return [
        ...[...chunks]
          .filter(({ fileName, code }) => !html.includes(fileName) && !forwarding.test(code))
          .map(({ fileName }) => link(fileName, { rel: 'modulepreload' })),
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

/** A chunk that only passes on what another one exports. */
const forwarding = /^export\{([^{}]+)\}from"\.\/([\w.-]+)";\s*$/;

/**
 * A screen whose module lies in a joint chunk gets a file of some forty bytes that only passes it on. Import the chunk itself
 * instead: a first visit waits for each file.
 */
const withoutForwarding = (): Plugin => ({
  name: 'stylebox-without-forwarding',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      for (const { fileName, code } of chunks) {
        const [, names, target] = forwarding.exec(code) ?? [];
        const name = fileName.replace('assets/', '');
        const importsIt = `import(\`./${name}\`)`;
        if (!names || !target || !chunks.some((chunk) => chunk.code.includes(importsIt))) continue;
        const picked = names.split(',').map((each) => {
          const [inner = each, outer = inner] = each.split(' as ');
          return `${outer}:e.${inner}`;
        });
        for (const chunk of chunks) {
          chunk.code = chunk.code
            .replaceAll(importsIt, `import(\`./${target}\`).then(e=>({${picked.join()}}))`)
            .replaceAll(`"assets/${name}"`, `"assets/${target}"`);
        }
        delete bundle[fileName];
      }
    },
  },
});

/** The files that compression makes smaller. Fonts and photos are compressed already. */
const compressible = /\.(html|js|css|wasm|svg|json|txt)$/;

/** Both at their best level, which is brotli's default. */
const encodings = [
  { ending: '.br', encode: (content: Buffer) => promisify(brotliCompress)(content) },
  { ending: '.gz', encode: (content: Buffer) => promisify(gzip)(content, { level: 9 }) },
];

/**
 * Writes a brotli and a gzip file beside each file that becomes smaller; the server sends them as they are. Reads the
 * folder instead of the bundle, because files of `public` are in no bundle.
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

/** Our own modules that every screen needs, and small ones that most need. */
const inEveryScreen = new RegExp(
  '/ui/src/(app/(?!PartyNeeds)|assets/|core|paths|lib/(memory|prerendered|useCampaign|draft/reload|time/)|features/[a-z-]+/routes' +
    '|api/(client|account|analytics|errors|newerRules|orders|sessions|status)\\.' +
    '|components/(form/Button|layout/|media/|money/|calendar/DateText|feedback/(Banner|Spinner|Toaster)\\.))',
);

/** What forms and the quiz's answers share. The human check's widget has a chunk of its own: it comes once the form is there. */
const inForms =
  /\/node_modules\/(react-hook-form|@maskito\/[a-z]+)\/|\/ui\/src\/(lib\/(form|draft)\/|api\/(quiz\/|styleProfile|locations|postalCodes)|components\/form\/(?!HumanCheckWidget|AddressFields|useZipCompletion))/;

/** Features whose screens are opened one after another share a chunk; any other feature has one of its own. */
const areas: Readonly<Record<string, string>> = {
  registration: 'entry',
  'sign-in': 'entry',
  'theme-box': 'entry',
  catalog: 'entry',
  dashboard: 'members',
  checkout: 'members',
};

/** The chunk of a feature's module. The offer of the quiz is rare: it is loaded when it opens. */
function areaOf(id: string): string | null {
  const [, feature, below = ''] = /\/ui\/src\/features\/([\w-]+)\/(.*)$/.exec(id) ?? [];
  if (!feature || below.startsWith('parts/offer/OfferDialog')) return null;
  return areas[feature] ?? feature;
}

export default defineConfig({
  base: '/members/',
  plugins: [
    react(),
    wasm(),
    wholeExports(),
    withoutInjectedStyles(),
    withoutForwarding(),
    preloadPage(),
    prerenderScreens(),
    compressFiles(),
  ],
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
    // One style sheet: a first visit waits for each file, and a rendered screen has it inside.
    cssCodeSplit: false,
    // Nothing inline: the content policy refuses data: URLs.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // What every screen needs comes in two chunks, packages and ours: they compress better than many small ones.
        codeSplitting: {
          groups: [
            // A chunk of its own, so that the entry needs no other chunk to say that the page did not load.
            { name: 'loader', test: /preload-helper|rolldown\/runtime/, priority: 1 },
            {
              name: 'foundation',
              test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/[a-z-]+)\//,
            },
            { name: 'page', test: inEveryScreen },
            { name: 'forms', test: inForms },
            { name: 'address', test: /\/ui\/src\/components\/form\/(AddressFields|useZipCompletion)\./ },
            { name: 'dialog', test: /\/ui\/src\/components\/feedback\/(Dialog|ConfirmDialog)\./ },
            // Fetched ahead, unlike what only some shops need.
            { name: 'notice', test: /\/ui\/src\/components\/feedback\/(NoticeBar|ReloadOffer)\./ },
            {
              name: 'parties',
              test: /\/ui\/src\/(app\/PartyNeeds|components\/privacy\/(answer|PrivacyChoices))/,
            },
            { name: 'calendar', test: /\/ui\/src\/components\/calendar\// },
            { name: areaOf },
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
