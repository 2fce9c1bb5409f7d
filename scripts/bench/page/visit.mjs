// Visits of a screen in Chromium on a slow phone: a new profile each time.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { ui } from '../../lib/paths.mjs';
import { Refusal } from '../../lib/steps.mjs';
import { addressOf } from './screens.mjs';

const { chromium: playwright } = createRequire(join(ui, 'package.json'))('playwright-core');

/** A phone on a slow network: milliseconds of latency for each request, bytes a second, and how much slower its processor is. */
const NETWORK = { offline: false, latency: 562, downloadThroughput: 1_440_000 / 8, uploadThroughput: 675_000 / 8 };
const PROCESSOR = 4;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** A field that somebody can type into. */
const FIELD = 'main form input:not([hidden])';

/** How long a page may take until it is usable, how long it is watched after that, and the pause between two keys. */
const TIMEOUT_MS = 30_000;
const WATCHED_MS = 4_000;
const KEY_PAUSE_MS = 120;
/** How many keys are typed before the page is usable, at most. */
const KEYS = 40;

/** Runs in the page, before everything else: notes paints, shifts and the answers to keys. */
function watch() {
  const seen = { paint: null, shift: 0, moved: [], keys: [], usable: null };
  window.seen = seen;
  const each = (type, note, options) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...options });
  each('largest-contentful-paint', ({ startTime, size, url, element }) => {
    seen.paint = { at: startTime, size, url, element: element?.outerHTML.slice(0, 80) };
  });
  each('layout-shift', ({ hadRecentInput, value, startTime, sources }) => {
    if (hadRecentInput) return;
    seen.shift += value;
    const what = sources.map(({ node, previousRect: from, currentRect: to }) => {
      const name = (node?.outerHTML ?? node?.textContent ?? '?').slice(0, 60);
      return `${name}: ${from.x},${from.y} ${from.width}×${from.height} → ${to.x},${to.y} ${to.width}×${to.height}`;
    });
    seen.moved.push(`${Math.round(startTime)} ms, ${value.toFixed(3)}: ${what.join('; ')}`);
  });
  const isKey = (name) => /^(key|input|beforeinput)/.test(name);
  each('event', ({ name, duration, startTime }) => isKey(name) && seen.keys.push({ at: startTime, ms: duration }), { durationThreshold: 16 });
  // React adds keys to the elements that it has hydrated. A form with a human check can be sent only once the check is there.
  const look = () => {
    const heading = document.querySelector('main h1');
    const isHydrated = heading && Object.keys(heading).some((key) => key.startsWith('__react'));
    const check = [...document.querySelectorAll('[id$="recaptchaToken"]')];
    const isChecked = check.every((frame) => frame.querySelector('input'));
    if (isHydrated && isChecked) seen.usable = performance.now();
    else setTimeout(look, 10);
  };
  look();
}

/** Opens a new profile on the slow phone, and closes it after `use`. */
async function withPhone(chromium, use, { isSlow = true, baseURL = undefined, signIn = null } = {}) {
  const browser = await playwright.launch({
    executablePath: chromium,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
  });
  try {
    const context = await browser.newContext({ ...PHONE, baseURL });
    const page = await context.newPage();
    await signIn?.(page);
    const cdp = await context.newCDPSession(page);
    const files = [];
    await cdp.send('Network.enable');
    if (isSlow) {
      await cdp.send('Network.emulateNetworkConditions', NETWORK);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR });
    }
    const byId = new Map();
    cdp.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp }) => {
      const file = { url: request.url, path: new URL(request.url).pathname, type, from: timestamp, until: null, bytes: 0 };
      byId.set(requestId, file);
      files.push(file);
    });
    cdp.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
      const file = byId.get(requestId);
      if (file) Object.assign(file, { until: timestamp, bytes: encodedDataLength });
    });
    await page.addInitScript(watch);
    return await use({ page, cdp, files });
  } finally {
    await browser.close();
  }
}

/** When the document was asked for, by the clock of the network's events. */
const startOf = (files) => files.find(({ type }) => type === 'Document').from;

/** The files that were loaded `ms` after the start, without calls of the API and the tab's icon, which nobody waits for. */
const filesUntil = (files, ms) => {
  const limit = startOf(files) + ms / 1000;
  const isFile = ({ url, path }) => url.startsWith('http') && !path.startsWith('/api/') && path !== '/members/icon.svg';
  return files.filter((file) => isFile(file) && file.until !== null && file.until <= limit);
};

/** The calls of the API that were answered. */
const callsOf = (files) => files.filter(({ path, until }) => path.startsWith('/api/') && until !== null);

/** When each file came, its size and its name. */
const namesOf = (files, start) => {
  const ms = (time) => Math.round((time - start) * 1000);
  return files.map(({ path, from, until, bytes }) => `${ms(from)}–${ms(until)} ms, ${bytes} B: ${path}`);
};

const sum = (files) => files.reduce((total, { bytes }) => total + bytes, 0);

/** What `watch` has noted on a screen. Fails if the screen has led to another one. */
async function seenOn(page, path) {
  const seen = await page.evaluate(() => ({ ...window.seen, at: window.location.pathname }));
  if (seen.at !== `/members${path}`) throw new Refusal(`${path} led to ${seen.at}.`);
  return seen;
}

/** One visit without any input. */
export const visitScreen = ({ chromium, url, path }) =>
  withPhone(chromium, async ({ page, files }) => {
    await page.goto(addressOf(url, path), { waitUntil: 'commit' });
    await page.waitForFunction(() => window.seen.usable !== null, null, { timeout: TIMEOUT_MS });
    await page.waitForTimeout(WATCHED_MS);
    const seen = await seenOn(page, path);
    if (!seen.paint) throw new Refusal(`${path} painted nothing.`);
    const beforePaint = filesUntil(files, seen.paint.at).filter(({ type }) => ['Document', 'Stylesheet', 'Image'].includes(type));
    const untilUsable = filesUntil(files, seen.usable);
    return {
      paint: seen.paint.at,
      shift: seen.shift,
      before: sum(beforePaint),
      usable: seen.usable,
      files: untilUsable.length,
      bytes: sum(untilUsable),
      ahead: files.filter(({ path: file }) => !file.startsWith('/api/')).length - untilUsable.length,
      largest: seen.paint,
      moved: seen.moved,
      names: namesOf(untilUsable, startOf(files)),
    };
  });

/** Runs in the page: notes when the screen last changed. The last note is when all of it was shown. */
function watchContent() {
  const note = () => {
    if (document.querySelector('main h1')) window.seen.shown = performance.now();
  };
  new MutationObserver(note).observe(document, { childList: true, characterData: true, subtree: true });
}

/** One visit of a members' screen by a customer whom `signIn` signs in beforehand. The browser has no file yet. */
export const visitMembers = ({ chromium, url, path, signIn }) =>
  withPhone(
    chromium,
    async ({ page, files }) => {
      await page.addInitScript(watchContent);
      await page.goto(addressOf(url, path), { waitUntil: 'networkidle', timeout: TIMEOUT_MS });
      await page.waitForTimeout(WATCHED_MS);
      const seen = await seenOn(page, path);
      if (!seen.shown) throw new Refusal(`${path} showed nothing.`);
      const until = filesUntil(files, seen.shown);
      return { shown: seen.shown, shift: seen.shift, files: until.length, bytes: sum(until), moved: seen.moved, names: namesOf(until, startOf(files)), calls: namesOf(callsOf(files), startOf(files)) };
    },
    { baseURL: url, signIn },
  );

/** One visit of the page without scripts. */
export const visitPlain = ({ chromium, url }) =>
  withPhone(chromium, async ({ page }) => {
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(1_000);
    const { paint, shift } = await page.evaluate(() => window.seen);
    return { paint: paint?.at ?? null, shift };
  });

/** Types into the first field from the first paint on, and again for a second once the page is usable. */
export const typeInto = ({ chromium, url, path }) =>
  withPhone(chromium, async ({ page, cdp }) => {
    await page.goto(addressOf(url, path), { waitUntil: 'commit' });
    const field = page.locator(FIELD).first();
    await field.waitFor({ timeout: TIMEOUT_MS });
    await field.evaluate((input) => input.focus());
    const press = async (text) => {
      const key = { key: text, code: `Key${text.toUpperCase()}`, windowsVirtualKeyCode: text.toUpperCase().charCodeAt(0) };
      await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', text, ...key });
      await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
      await page.waitForTimeout(KEY_PAUSE_MS);
    };
    let typed = '';
    const type = async () => {
      const letter = 'stylebox'[typed.length % 8];
      typed += letter;
      await press(letter);
    };
    const deadline = performance.now() + TIMEOUT_MS;
    const isUsable = () => page.evaluate(() => window.seen.usable !== null);
    while (typed.length < KEYS && !(await isUsable())) await type();
    // The page may wait for a pause in typing.
    while (!(await isUsable())) {
      if (performance.now() > deadline) throw new Refusal(`${path} did not become usable after somebody typed.`);
      await page.waitForTimeout(KEY_PAUSE_MS);
    }
    for (let more = 0; more < 8; more += 1) await type();
    const [held, { keys, usable }] = await page.evaluate((first) => [document.querySelector(first).value, window.seen], FIELD);
    if (held !== typed) throw new Refusal(`${path} lost what was typed: "${typed}" was typed, "${held}" is there.`);
    // An answer that took less than 16 ms is not reported.
    const slowest = (among) => Math.max(16, ...among.map(({ ms }) => ms));
    return { early: slowest(keys.filter(({ at }) => at < usable)), late: slowest(keys.filter(({ at }) => at >= usable)), keys };
  });

/** The HTML of a screen as Chromium shows it, with all its styles and without scripts. */
export const snapshotOf = ({ chromium, url, path }) =>
  withPhone(
    chromium,
    async ({ page }) => {
      await page.goto(addressOf(url, path), { waitUntil: 'load' });
      await page.waitForFunction(() => window.seen.usable !== null, null, { timeout: TIMEOUT_MS });
      return page.evaluate((field) => {
        const css = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join('\n');
        const hasInputs = document.querySelector(field) !== null;
        for (const one of document.querySelectorAll('script, noscript, link, style')) one.remove();
        const style = document.createElement('style');
        style.textContent = css;
        document.head.append(style);
        return { html: `<!doctype html>\n${document.documentElement.outerHTML}`, hasInputs };
      }, FIELD);
    },
    { isSlow: false },
  );

/** Serves a page without scripts, and the files that it names. */
export async function servePlain({ html }) {
  const encoded = brotliCompressSync(html);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const name = /^\/members\/(assets\/[\w.-]+)$/.exec(pathname)?.[1];
    if (!name) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' }).end(encoded);
      return;
    }
    const isPicture = name.endsWith('.svg');
    const body = readFileSync(join(ui, 'dist', isPicture ? `${name}.br` : name));
    const type = isPicture ? 'image/svg+xml' : 'font/woff2';
    response.writeHead(200, { 'content-type': type, ...(isPicture ? { 'content-encoding': 'br' } : {}) }).end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => new Promise((resolve) => server.close(resolve)) };
}
