import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import wasm from 'vite-plugin-wasm';
import { address } from './scripts/chunks';
import { isForwarding, withoutForwarding } from './scripts/forwarding';
import { prerenderScreens } from './scripts/prerender';
import { serviceWorker } from './scripts/serviceWorker';

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
          .filter(({ fileName, code }) => !html.includes(fileName) && !isForwarding(code))
          .map(({ fileName }) => link(fileName, { rel: 'modulepreload' })),
        link(rules.fileName, { rel: 'preload', as: 'fetch', type: 'application/wasm' }),
      ];
    },
  },
});

const link = (fileName: string, attrs: Record<string, string>) => ({
  tag: 'link',
  attrs: { ...attrs, href: address(fileName), crossorigin: true },
  injectTo: 'head' as const,
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
  '/ui/src/(app/(?!background|ConsentAndFraudCheck|tablet/)|assets/|core|paths|features/[a-z-]+/routes' +
    '|lib/(memory|tablet|focusHeading|prerendered|useCampaign|useRecalled|useLoaded|reach|draft/reload|time/)' +
    '|api/(client|account|analytics|errors|newerRules|notices|orders|sessions|sessionEnd|status|themeBoxes)\\.' +
    '|components/(form/Button|layout/|media/|money/|calendar/DateText|feedback/(Banner|Spinner|Toaster|Unavailable)\\.))',
);

/**
 * What forms share, but for what a few of them have. The human check's widget has a chunk of its own: it comes once the form is
 * there.
 */
const inForms =
  /\/node_modules\/(react-hook-form|@maskito\/[a-z]+)\/|\/ui\/src\/(lib\/(form|draft)\/|api\/postalCodes|components\/form\/(?!HumanCheck|PasswordField|AddressFields|takenEmail|useHumanCheck|useZipCompletion))/;

/** An address and what completes it. */
const inAddress = /\/ui\/src\/components\/form\/(AddressFields|useZipCompletion)\./;

/** What only signing in and up has. */
const inEntry =
  /\/ui\/src\/(api\/registrations|components\/form\/(HumanCheck|PasswordField|takenEmail|useHumanCheck))\./;

/** The questionnaire and its answers: the quiz, the choice of delivery and the payment need them, signing in does not. */
const inAnswers = /\/ui\/src\/api\/(quiz\/|locations|signupDiscount)/;

/** The calendar comes with the delivery step, the only one that has it. */
const inCalendar = /\/ui\/src\/components\/calendar\/(?!DateText)/;

/** Features whose screens are opened one after another share a chunk; any other feature has one of its own. */
const areas: Readonly<Record<string, string>> = {
  registration: 'entry',
  'sign-in': 'entry',
  'theme-box': 'entry',
  catalog: 'entry',
  dashboard: 'members',
  checkout: 'members',
};

/** Who signs in or registers does not wait for what a forgotten password needs. */
const ofPasswords = /^(screens\/(Forgot|Reset)Password|passwords)\./;

/** The chunk of a feature's module. The offer of the quiz is rare: it is loaded when it opens. */
function areaOf(id: string): string | null {
  if (inEntry.test(id)) return 'entry';
  if (inCalendar.test(id)) return 'delivery';
  const [, feature, below = ''] = /\/ui\/src\/features\/([\w-]+)\/(.*)$/.exec(id) ?? [];
  if (!feature || below.startsWith('parts/offer/OfferDialog')) return null;
  if (feature === 'sign-in' && ofPasswords.test(below)) return 'passwords';
  // The list of stores comes with the choice of a pick-up.
  if (below.startsWith('screens/StoreLocation.')) return 'delivery';
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
    serviceWorker(),
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
            // A chunk of its own, so that the entry needs no other chunk to wait for a pause or to say that the page did not load.
            { name: 'loader', test: /preload-helper|rolldown\/runtime|ui\/src\/lib\/typing/, priority: 1 },
            {
              name: 'foundation',
              test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/[a-z-]+)\//,
            },
            { name: 'page', test: inEveryScreen },
            { name: 'forms', test: inForms },
            { name: 'answers', test: inAnswers },
            { name: 'address', test: inAddress },
            { name: 'dialog', test: /\/ui\/src\/components\/feedback\/(Dialog|ConfirmDialog)\./ },
            // Fetched ahead, unlike what only some shops need.
            { name: 'notice', test: /\/ui\/src\/components\/feedback\/(NoticeBar|ReloadOffer)\./ },
            {
              name: 'parties',
              test: /\/ui\/src\/(app\/ConsentAndFraudCheck|components\/privacy\/(consent|PrivacyChoices))/,
            },
            { name: 'tablet', test: /\/ui\/src\/app\/tablet\/(?!PhoneDialog)/ },
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
