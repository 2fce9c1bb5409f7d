import { createRequire } from 'node:module';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import zopfli from '@gfx/zopfli';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import wasm from 'vite-plugin-wasm';
import { address } from './scripts/chunks';
import { isForwarding, withoutForwarding } from './scripts/forwarding';
import { stripInjectedStyles } from './scripts/injectedStyles.mjs';
import { isRuntime, withoutRuntime } from './scripts/runtime';
import { prerenderScreens } from './scripts/prerender';
import { serviceWorker } from './scripts/serviceWorker';
import zopfliOptions from './scripts/zopfli.json';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The rules' version, which the page knows before the rules have loaded. */
const { rulesVersion } = createRequire(import.meta.url)('../core-wasm/pkg-node/door.cjs') as {
  rulesVersion: () => string;
};

/** The server that the development page proxies its calls to. */
const server = process.env.STYLEBOX_DEV_SERVER ?? 'http://127.0.0.1:8080';
const proxied = { target: server, changeOrigin: false };

/** Builds the page without the styles that sonner injects by script. */
const withoutInjectedStyles = (): Plugin => ({
  name: 'stylebox-without-injected-styles',
  apply: 'build',
  transform(code, id) {
    const stripped = stripInjectedStyles(code, id);
    return stripped === code ? null : { code: stripped, map: null };
  },
});

/** What `rulesAsPromise` replaces in the modules whose names end so. */
const importsOfRules: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  '.wasm': [
    [/^const __vite__wasmModule = await /m, 'export default '],
    [/^export const \{[^}]*\} = __vite__wasmModule;$/m, ''],
  ],
  '/core-wasm/pkg/stylebox_core_wasm.js': [
    [/^import \* as wasm from (?=".*\.wasm";$)/m, 'import loading from '],
    [/^__wbg_set_wasm\(wasm\);\s+wasm\.__wbindgen_start\(\);$/m, 'export const loaded = loading.then((wasm) => {$&});'],
  ],
};

/**
 * vite-plugin-wasm makes every module that imports a rule wait until the rules are loaded. Instead, the page's modules run
 * meanwhile, and its start waits (`ui/src/app/start.tsx`). The rules' functions become one object, because exporting each by
 * its name costs two kilobytes before the first screen.
 */
const rulesAsPromise = (): Plugin => ({
  name: 'stylebox-rules-as-promise',
  transform(code, id) {
    const [, changes] = Object.entries(importsOfRules).find(([ending]) => id.endsWith(ending)) ?? [];
    if (!changes) return null;
    let changed = code;
    for (const [from, to] of changes) {
      if (!from.test(changed)) this.error('The rules are imported in another way now: look at it again.');
      changed = changed.replace(from, to);
    }
    return { code: changed, map: null };
  },
});

/**
 * The entry imports the page and the rules dynamically, so that it can say if they fail to load. Preload links in the
 * document make the browser fetch all of them at the same time.
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
      // Before any heading is rendered, so that a visit that begins in the members' area has our font too.
      const font = files.find(({ fileName }) => /libre-caslon-display-latin-400-[^/]*\.woff2$/.test(fileName));
      if (start?.type !== 'chunk' || !rules || !font)
        return this.error('The page is no longer built as it was: look at it again.');
      // The set grows during the loop: imports of imports are added too.
      const chunks = new Set([start]);
      for (const { imports } of chunks) {
        for (const file of files) if (file.type === 'chunk' && imports.includes(file.fileName)) chunks.add(file);
      }
      return [
        ...[...chunks]
          .filter(({ fileName, code }) => !html.includes(fileName) && !isForwarding(code) && !isRuntime(fileName))
          .map(({ fileName }) => link(fileName, { rel: 'modulepreload' })),
        link(rules.fileName, { rel: 'preload', as: 'fetch', type: 'application/wasm' }),
        link(font.fileName, { rel: 'preload', as: 'font', type: 'font/woff2' }),
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

/**
 * Brotli has its best level by default. Zopfli makes gzip files that are 5% smaller than those of Node's own gzip (the rules: 9%). More
 * than one iteration saves less than 0.2% more.
 */
const encodings = [
  { ending: '.br', encode: (content: Buffer) => promisify(brotliCompress)(content) },
  { ending: '.gz', encode: (content: Buffer) => zopfli.gzipAsync(content, zopfliOptions) },
];

/**
 * Writes a brotli and a gzip file next to each file that becomes smaller; the server sends them unchanged. Reads the
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
  '/ui/src/(app/(?!background|ConsentAndFraudCheck|layouts/((Closing|Address|Email)Notice|(Either|Member)Layout)|tablet/)|assets/(?!boxes/(van|returns|open)|scenes/(office|outfit)|store|welcome)|core|paths|features/[a-z-]+/[a-z-]+/routes' +
    '|lib/(memory|reloadPage|tablet|focusHeading|prerendered|router/|useCampaign|useLink|useRecalled|useLoaded|useOnce|none|reach|screenPath|draft/reload|time/(clock|within))' +
    '|api/(client|errors|newerRules|notices|status|account/(record|analytics|sessions|sessionEnd)|delivery/locations|order/(orders|themeBoxes))\\.' +
    '|components/(screens/onward/onward\\.' +
    '|form/(Button|TextButton)|layout/(PageTitle|SessionOver|SiteFooter|SiteHeader|SupportPhone|coveringBar|Spread|Hero)|media/(Illustration|Scene)|feedback/(Banner|latePart|NotLoaded|PartNotLoaded|ReloadButton|Spinner|Toaster|Unavailable|useReload)\\.|payment/FeeTerms))',
);

/** Modules that most screens of customers need, and signing in does not. */
const inMembersScreens = new RegExp(
  '/ui/src/(app/layouts/((Address|Email)Notice|(Either|Member)Layout)|lib/time/|api/(forgetting|account/postalAddress|card/cardOnFile|order/nextBoxNote|payment/nextCharge|style/profileStats)\\.' +
    '|components/(account/address/(AddressText|typedAddress|suggestion/AddressOffer)|calendar/(DateText|Deadline)\\.|card/CardLine|delivery/(ParcelLine|stores/StoreMapLink)|feedback/(lateDialog|LateConfirmDialog)|subscription/' +
    '|form/(CheckboxField|ChoiceCards|ReadField|RadioGroup|RestoredNote|SelectField|TextArea|UndoChanges|YesNo|useOpenForm)|layout/(?!SupportPhone|Onboarding|StepBar|OpenSteps|PagedList|ProgressBar|useSaveState|ChangeLink|useChangeOf)' +
    '|media/|order/ordering/orderDraft|payment/(FeeTerms|chargeWords)|returns/|values/))',
);

/** Text fields and other shared parts of forms. They have two kilobytes, too little for another file to wait for. */
const inForms =
  /\/ui\/src\/(lib\/(form\/(?!mask|cleanLines|coreResolver|dialPhones|useFormValues)|draft\/)|components\/account\/taken-email\/emailRefusals|components\/form\/(?!Mask\.|ReadField|CheckboxField|ChoiceCards|RadioGroup|RestoredNote|SelectField|TextArea|UndoChanges|YesNo|NewPasswordField|PasswordField|coreForm|useCoreFields|useCoreForm|useOpenForm|useSending))/;

/** Forms that are checked field by field. The form of an order is not, because it is chosen and not typed. */
const inTyped =
  /\/node_modules\/react-hook-form\/|\/ui\/src\/(lib\/form\/(cleanLines|coreResolver|dialPhones|useFormValues)|components\/form\/(coreForm|useCoreFields|useCoreForm|useSending))\./;

/** Modules that only signing in and up need. */
const inEntry =
  /\/ui\/src\/(api\/account\/registrations|features\/account\/sign-in\/api|components\/(account\/human-check\/(HumanCheck|OwnCheck|ownCheckModel|useHumanCheck|useOwnCheck)|account\/taken-email\/SignInInstead|order\/theme-box\/(ChosenThemeBox|useThemeChoice)|screens\/onward\/ForVisitors|form\/(NewPasswordField|PasswordField)))\./;

/**
 * The questionnaire with its answers and steps, and addresses with what completes them. The quiz, the delivery step and the payment need
 * them; signing in does not.
 */
const inAnswers =
  /\/ui\/src\/(api\/(style\/(?!delivery)|delivery\/postalCodes|account\/signupDiscount)|components\/(delivery\/stores\/StoreText|order\/ordering\/(FrequencyTerms|frequency)|account\/address\/(AddressFields|useStateQuestion|useZipCompletion)|style\/questions\/(question|answerWords|useFaults|useStartingAnswers)\.|layout\/(ChangeLink|Onboarding|StepBar|OpenSteps|ProgressBar|useSaveState|useChangeOf)|screens\/onward\/WhileSigningUp|checkout\/offer\/Lazy))/;

/** The choice of a store. The screen on which a store's tablet asks for it needs no calendar. */
const inStores = /\/ui\/src\/(components\/delivery\/stores\/|features\/.*\/screens\/StoreLocation\.)/;

/** The choice of a day, for the delivery step and the forms of an order. */
const inDelivery = /\/ui\/src\/(api\/style\/delivery|components\/(calendar\/(?!DateText|Deadline)|form\/Question))/;

/** The controls of the questions and the deck of outfits. */
const inQuiz = /\/ui\/src\/components\/style\//;

/** Features whose screens are opened one after another share a chunk. Every other feature has a chunk of its own. */
const areas: Readonly<Record<string, string>> = {
  dashboard: 'members',
  purchase: 'members',
  'payment-step': 'payment',
  'change-payment': 'payment',
  management: 'account',
  signup: 'delivery',
  manage: 'ordering',
  history: 'history',
  referrals: 'history',
};

/** Screens for a forgotten password, which signing in and registering do not need. */
const ofPasswords = /^(screens\/(ConfirmEmail|(Forgot|Reset)Password)|passwords)\./;

/** Modules that the dashboard's tile shares with the checkout, and with the form of an order, which loads them only to cancel. */
const inMembers =
  /\/ui\/src\/(api\/(payment\/bank|order\/orderChange)\.|components\/(order\/ordering|payment\/charge)\/)/;

/** Only shops with the gateway Stripe need it. */
const ofStripe = /\/ui\/src\/components\/card\/stripe\//;

const inPayment = /\/ui\/src\/components\/card\//;

/** Modules that the forms of an order and of the subscription share. */
const inOrdering = /\/ui\/src\/components\/order\/on-file\/(?!OtherAddress)/;

/** The form for another address: most boxes go where the last one went. */
const otherAddress = /\/ui\/src\/components\/(account\/address\/AddressForm|order\/on-file\/OtherAddress)\./;

/** The invitation is in the dashboard's last row, below the first screenful. */
const invitation = /\/ui\/src\/components\/account\/invitation\//;

/** The chunk of a feature's module. */
function areaOf(id: string): string | null {
  if (inEntry.test(id)) return 'entry';
  if (inDelivery.test(id)) return 'delivery';
  if (inQuiz.test(id)) return 'quiz';
  if (inMembers.test(id)) return 'members';
  if (ofStripe.test(id)) return 'stripe';
  if (inPayment.test(id)) return 'payment';
  if (inOrdering.test(id)) return 'ordering';
  if (otherAddress.test(id)) return 'other-address';
  const [, feature, below = ''] = /\/ui\/src\/features\/[\w-]+\/([\w-]+)\/(.*)$/.exec(id) ?? [];
  if (!feature) return null;
  if (feature === 'sign-in' && ofPasswords.test(below)) return 'passwords';
  // Few customers change their password or close their account.
  if (feature === 'management' && /^parts\/((Password|Close)Form|(Current|Unknown)Password)\./.test(below))
    return 'password-forms';
  // Few accounts have more than one address.
  if (feature === 'management' && below.startsWith('parts/OtherAddresses.')) return 'other-addresses';
  // Only in demo mode.
  if (feature === 'dashboard' && /^(parts\/DemoBar|demo)\./.test(below)) return 'demo';
  // Suggestions are below the whole box, and not every box has them.
  if (feature === 'purchase' && below.startsWith('parts/Suggestions.')) return 'suggestions';
  return areas[feature] ?? feature;
}

export default defineConfig({
  base: '/members/',
  define: { 'import.meta.env.RULES_VERSION': JSON.stringify(rulesVersion()) },
  plugins: [
    react(),
    wasm(),
    rulesAsPromise(),
    withoutInjectedStyles(),
    withoutRuntime(),
    withoutForwarding(),
    preloadPage(),
    prerenderScreens(),
    serviceWorker(),
    compressFiles(),
  ],
  resolve: {
    alias: {
      '~': here('src'),
      'stylebox-core-wasm/loading': here('../core-wasm/pkg/stylebox_core_wasm.js'),
      'stylebox-core-wasm': here('../core-wasm/pkg/door.js'),
    },
  },
  build: {
    target: 'es2022',
    manifest: true,
    modulePreload: { polyfill: false },
    // One style sheet, because a first visit waits for each file. The document of a rendered screen contains its part.
    cssCodeSplit: false,
    // Nothing is inlined, because the content security policy refuses data: URLs, except for pictures.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      // The groups below say what is loaded together. Otherwise the screens' modules would also be imported in other ways.
      experimental: { chunkOptimization: false },
      output: {
        // Modules that every screen needs are in two chunks, packages and ours, which compress better than many small ones.
        codeSplitting: {
          groups: [
            // A separate chunk, so that the entry can wait for a pause, and say that the page did not load, without other chunks.
            {
              name: 'loader',
              test: /preload-helper|rolldown\/runtime|ui\/src\/lib\/(typing|early|time\/shortTimeout)/,
              priority: 1,
            },
            {
              name: 'foundation',
              // Only a few screens have lists that load in pages, or make several queries together.
              test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/[a-z-]+)\/(?!.*(nfiniteQuery(Observer|Options)?|ueriesObserver|useQueries)\.js)/,
            },
            { name: 'page', test: (id) => inEveryScreen.test(id) || inForms.test(id) },
            { name: 'shared', test: inMembersScreens },
            { name: 'typed', test: inTyped },
            { name: 'mask', test: /\/node_modules\/@maskito\/|\/ui\/src\/(components\/form\/Mask|lib\/form\/mask)\./ },
            { name: 'answers', test: inAnswers },
            { name: 'stores', test: inStores },
            { name: 'dialog', test: /\/ui\/src\/components\/feedback\/(Dialog|ConfirmDialog)\./ },
            // Loaded in advance, unlike parts that only some shops need.
            { name: 'notice', test: /\/ui\/src\/components\/feedback\/(NoticeBar|ReloadOffer)\./ },
            {
              name: 'parties',
              test: /\/ui\/src\/(app\/ConsentAndFraudCheck|components\/account\/privacy\/(consent|PrivacyChoices))/,
            },
            // Few accounts are being closed.
            { name: 'closing', test: /\/ui\/src\/(app\/layouts\/ClosingNotice|components\/account\/ClosingWords)/ },
            { name: 'tablet', test: /\/ui\/src\/app\/tablet\/(?!PhoneDialog)/ },
            // Few addresses get a suggestion, and few shops suggest addresses.
            { name: 'suggestion', test: /\/ui\/src\/components\/account\/address\/suggestion\// },
            // Few changes ask for a code.
            { name: 'code-step', test: /\/ui\/src\/components\/account\/code-step\// },
            // Before the areas, because an area's chunk takes in what its modules import.
            { name: 'invitation', test: invitation },
            { name: 'own-invitation', test: /features\/screens\/dashboard\/parts\/OwnInvitation\./ },
            // Everything that a confirmation with Stripe needs.
            {
              name: 'stripe-script',
              test: /\/node_modules\/@stripe\/|\/ui\/src\/components\/card\/stripe\/script\./,
            },
            { name: 'nothing-to-order', test: /features\/order\/ordering\/parts\/(NothingToOrder|FixedOrder)\./ },
            // Few visitors plan a pick-up before they register.
            { name: 'planned-pickup', test: /features\/account\/registration\/parts\/PlannedPickup\./ },
            { name: 'first-box', test: /features\/screens\/dashboard\/parts\/FirstBoxTile\./ },
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
