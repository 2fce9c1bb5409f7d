// Renders the public screens to HTML at the end of the page's build, from the same sources. Each becomes a file that contains its
// styles and shows everything before a script has loaded.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Manifest, type Plugin } from 'vite';
import type * as prerender from '../src/app/prerender';
import { address, chunksOf } from './chunks';
import { stylesFor, stylesOfTheRest } from './criticalStyles';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The folder of the rendering program, which is not part of the page. */
const workFolder = here('../node_modules/.prerender');
const rulesForNode = here('../../core-wasm/pkg-node/door.cjs');
const waitingScript = here('../src/app/waiting.js');

/** The folder of the rendered screens in the built page. The server reads `screens.json` in it. */
const folder = 'screens';

type Screen = (typeof prerender.screens)[number] & { load: { module?: string } };

/** What the server must know of a rendered screen. */
interface Rendered {
  file: string;
  /** The query parameters with which the server must not send this file. */
  unless: readonly string[];
  /** The hashes that the content security policy must allow in it. */
  styles: string[];
  scripts: string[];
}

/** Records from which module each screen is loaded. Without this, only its file's name in the rendering program is known. */
const nameModules = (): Plugin => ({
  name: 'stylebox-name-modules',
  transform(code, id) {
    const feature = /\/(src\/features\/[\w-]+\/[\w-]+)\/routes\.tsx$/.exec(id)?.[1];
    if (!feature) return null;
    const named = code.replaceAll(
      /\(\) => import\((['"])\.\/(screens\/\w+)\1\)/g,
      (load, _quote, screen) => `Object.assign(${load}, { module: '${feature}/${screen}.tsx' })`,
    );
    return { code: named, map: null };
  },
});

/** Builds the program that renders, and loads it. */
async function loadProgram(): Promise<typeof prerender> {
  await rm(workFolder, { recursive: true, force: true });
  // A new folder each time, because Node caches imported modules.
  const outDir = join(workFolder, String(Date.now()));
  await build({
    configFile: false,
    root: here('..'),
    base: '/members/',
    logLevel: 'warn',
    mode: 'production',
    plugins: [nameModules()],
    resolve: { alias: { '~': here('../src'), 'stylebox-core-wasm': rulesForNode } },
    oxc: { jsx: { runtime: 'automatic' } },
    build: {
      ssr: here('../src/app/prerender.tsx'),
      outDir,
      assetsInlineLimit: 0,
      copyPublicDir: false,
      target: 'node20',
      rolldownOptions: { external: [/\/core-wasm\/pkg-node\//] },
    },
  });
  return (await import(pathToFileURL(join(outDir, 'prerender.js')).href)) as typeof prerender;
}

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** The chunks of modules and of everything that they import, without forwarding chunks, which are not in the build. */
const builtChunksOf = ({ manifest, built }: Built, ...modules: string[]) =>
  chunksOf(manifest, ...modules).filter(({ file }) => built.has(file));

/** The page's only style sheet. */
function sheetOf({ manifest }: Built): string {
  const sheet = manifest['style.css'];
  if (!sheet) throw new Error('The page no longer has one style sheet: look at it again.');
  return sheet.file;
}

/** The file of all styles for a document that already has those of its screen. Its name changes with the sheet's. */
const restOf = (sheet: string) => sheet.replace('/style-', '/style-rest-');

/** Replaces a part of the document. Throws if it is missing. */
function replaced(html: string, part: string | RegExp, by: string): string {
  const whole = html.replace(part, () => by);
  if (whole === html) throw new Error(`The document no longer has ${part}: look at it again.`);
  return whole;
}

/** The address of the font of headings, which is used only if it is there before the first paint. */
const headingFont = /url\((\/members\/assets\/libre-caslon-display-latin-400-[^)]*\.woff2)\)/;

/** The links that preload the page's code and its rules. The script in the document asks for the same files. */
const fetchedAhead = /<link rel="(?:modulepreload|preload" as="fetch)"[^>]*>\s*/g;

function hrefOf(link: string): string {
  const href = /href="([^"]+)"/.exec(link)?.[1];
  if (!href) throw new Error(`${link} names no file: look at it again.`);
  return href;
}

/** The files, the largest first: a browser has six connections to a server, and requests files on each of them one after another. */
async function largestFirst(dir: string, addresses: readonly string[]): Promise<string[]> {
  const sized = addresses.map(async (each) => ({
    each,
    bytes: (await stat(join(dir, each.slice(address('').length)))).size,
  }));
  const known = await Promise.all(sized);
  return known.toSorted((one, other) => other.bytes - one.bytes).map(({ each }) => each);
}

/** The title and the links to pictures, which React renders before the first element. They belong into the head. */
const hoisted = /^(?:<title>[^<]*<\/title>|<link [^>]*>)+/;

/** The build's manifest of its chunks, and the names of all files. */
interface Built {
  manifest: Manifest;
  built: ReadonlySet<string>;
}

/** A picture as a data URL, which shows without loading a file, and which React keeps. */
async function pictureOf(dir: string, file: string): Promise<string> {
  if (!file.endsWith('.svg'))
    throw new Error(`${file} must show immediately, but only an SVG can be put into the document.`);
  const svg = await readFile(join(dir, file), 'utf8');
  return `data:image/svg+xml,${svg.replaceAll(/[%#<>"\n\r\t&]/g, encodeURIComponent)}`;
}

interface Page extends Built {
  dir: string;
  /** The built document. */
  index: string;
  script: string;
}

/** Makes the document of one screen. */
async function documentOf(page: Page, screen: Screen, rendered: string, description?: string) {
  const { dir, index, script } = page;
  const { path, load } = screen;
  if (!load.module)
    throw new Error(`${path}: its module is not known; routes write \`load: () => import('./screens/…')\`.`);
  if (/ style="/.test(rendered)) {
    throw new Error(
      `${path} renders a style attribute, which the content policy refuses: use a class or a data attribute.`,
    );
  }
  const head = hoisted.exec(rendered)?.[0] ?? '';
  const body = rendered.slice(head.length);
  const title = /<title>[^<]*<\/title>/.exec(head)?.[0];
  if (!title) throw new Error(`${path} has no title.`);
  const pictures = [...head.matchAll(/<link rel="preload" as="image" href="\/members\/([^"]+)"[^>]*>/g)].map(
    ([, file = '']) => file,
  );

  const chunks = builtChunksOf(page, 'index.html', 'src/app/start.tsx', load.module);
  const sheet = sheetOf(page);
  const allStyles = await readFile(join(dir, sheet), 'utf8');
  const font = headingFont.exec(allStyles)?.[1];
  if (!font) throw new Error('The font of headings is no longer in the styles: look at it again.');
  const all = new Set(chunks);
  const code = await Promise.all([...all].map(({ file }) => readFile(join(dir, file), 'utf8')));
  const styles = stylesFor(allStyles, [rendered, ...code].join('\n'));
  if (!description) throw new Error(`${path} has no description: add it to src/app/prerender.tsx.`);
  const about = `<meta name="description" content="${description}">`;
  const ahead = [...(index.match(fetchedAhead) ?? [])].map((link) => hrefOf(link));
  const more = [...all].map(({ file }) => address(file)).filter((file) => !index.includes(file));
  // The first one is what the entry needs.
  const [first = '', ...others] = ahead;
  const files = [first, ...(await largestFirst(dir, [...others, ...more]))];

  let html = replaced(
    index.replaceAll(fetchedAhead, ''),
    /<title>[^<]*<\/title>/,
    `${title}${about}<script>${script}</script>`,
  );
  html = replaced(
    html,
    '<html ',
    `<html data-styles="${address(restOf(sheet))}" data-font="${font}" data-ahead="${files.join(' ')}" `,
  );
  html = replaced(html, /\s*<link rel="stylesheet"[^>]*>/, '');
  html = replaced(html, /\s*<link rel="preload" as="font"[^>]*href="[^"]*"[^>]*crossorigin>/, '');
  html = replaced(html, '</head>', `<style>${styles}</style></head>`);
  const { unlessKept = [], onlyWith } = screen.prerendered ?? {};
  if (onlyWith !== undefined) html = replaced(html, '<html ', `<html data-only-with="${onlyWith}" `);
  if (unlessKept.length > 0) html = replaced(html, '<html ', `<html data-unless-kept="${unlessKept.join(' ')}" `);
  html = replaced(html, '<div id="root"></div>', `<div id="root" data-screen="/members${path}">${body}</div>`);
  for (const file of pictures) html = replaced(html, `src="${address(file)}"`, `src="${await pictureOf(dir, file)}"`);
  return { html, styles, files: [...all].map(({ file }) => file) };
}

/** The files that a first visit of a screen needs. */
function filesOf(page: Built, { path, load }: Screen) {
  if (!load.module) throw new Error(`${path}: its module is not known.`);
  const chunks = builtChunksOf(page, 'index.html', 'src/app/start.tsx', load.module);
  return [...chunks.map(({ file }) => file), sheetOf(page)];
}

export const prerenderScreens = (): Plugin => ({
  name: 'stylebox-prerender',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler({ dir }, bundle) {
      if (!dir) return this.error('The page is no longer built into a folder: look at it again.');
      const program = await loadProgram();
      const rules = Object.values(bundle).find(({ fileName }) => fileName.endsWith('.wasm'));
      const bytes = rules?.type === 'asset' ? Buffer.from(rules.source) : Buffer.alloc(0);
      if (!bytes.includes(program.rulesVersion())) {
        this.error('The rules for Node are older or newer than those of the page: run `npx --yes rust-just wasm`.');
      }
      const read = (name: string) => readFile(join(dir, name), 'utf8');
      const manifest = JSON.parse(await read('.vite/manifest.json')) as Manifest;
      const script = (await readFile(waitingScript, 'utf8')).replaceAll(/^\s*\/\/.*\n|^\s+/gm, '');
      const built = new Set(Object.keys(bundle));
      const page: Page = { dir, index: await read('index.html'), manifest, built, script };
      const screens: Record<string, Rendered> = {};
      // What a first visit needs before it can be used, for `npm run size`.
      const needed: Record<string, string[]> = {};
      const sheet = sheetOf(page);
      await writeFile(join(dir, restOf(sheet)), stylesOfTheRest(await read(sheet)));
      await mkdir(join(dir, folder), { recursive: true });
      for (const screen of program.screens as readonly Screen[]) {
        const { path, prerendered } = screen;
        needed[path] = filesOf(page, screen);
        if (!prerendered) continue;
        const { html, styles, files } = await documentOf(
          page,
          screen,
          await program.render(path),
          program.descriptions[path],
        );
        const file = `${folder}/${path.slice(1).replaceAll('/', '.')}.html`;
        await writeFile(join(dir, file), html);
        needed[path] = [...new Set([...filesOf(page, screen), ...files])];
        screens[path] = { file, unless: prerendered.unless, styles: [hashOf(styles)], scripts: [hashOf(script)] };
      }
      await writeFile(join(dir, folder, 'screens.json'), JSON.stringify({ screens }));
      await writeFile(join(dir, '.vite/screens.json'), JSON.stringify(needed));
    },
  },
});
