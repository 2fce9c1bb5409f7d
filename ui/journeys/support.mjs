// Shared by all journeys: a server with its own database, Chromium, and checks of each screen.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach } from 'node:test';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { serverProgram } from '../../scripts/lib/build.mjs';
import { root } from '../../scripts/lib/paths.mjs';
import { freePort, startServer } from '../../scripts/lib/server.mjs';
import { until } from './steps.mjs';

/** The sizes at which every screen is checked: a phone and a desktop. */
export const phone = { name: '390', width: 390, height: 844 };
export const desk = { name: '1440', width: 1440, height: 900 };
export const widths = [phone, desk];

/**
 * The widths at which nothing may overflow, no word may break and the header must be one line: phones, tablets, and both sides of each
 * breakpoint.
 */
const CHECKED_WIDTHS = [320, 390, 512, 768, 820, 1024, 1440];

/** The timeout of each wait of a journey. */
const TIMEOUT_MS = 20_000;

/** What `ops jobs run` says while a server runs the job. */
const BUSY = /is running at another server/;

const screenshots = join(root, 'target', 'screenshots');

/** Whether a screenshot of each checked screen is kept: STYLEBOX_SCREENSHOTS=1. Nobody looks at those of a run of all tests. */
const KEEPS_SCREENSHOTS = Boolean(process.env.STYLEBOX_SCREENSHOTS);

/**
 * Starts a server with demo data and a database of its own. `flags` and `env` are added to its settings. `ops` runs its commands;
 * `runJob` runs a job once the server itself does not; `passDays` moves its clock ahead and returns the output of that command; `restart` kills the server and starts it again.
 */
export async function openShop(flags = [], env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'stylebox-journey-'));
  const file = join(folder, 'stylebox.db');
  const databaseUrl = `sqlite:${file}`;
  await makeDemo(file, databaseUrl, env);
  const start = (port) => startServer({ port, databaseUrl, args: ['--demo', '--simulator-seconds', '0', ...flags], env });
  let server = await start(await freePort());
  const ops = async (...args) => {
    const command = ['ops', '--demo', ...flags, ...args, '--database-url', databaseUrl];
    try {
      return (await promisify(execFile)(serverProgram, command, { cwd: root, env: { ...process.env, ...env } })).stdout;
    } catch (error) {
      // `attention` ends with 1 if something needs attention.
      if (args[0] === 'attention' && error.code === 1) return error.stdout;
      throw error;
    }
  };
  const now = async () => Date.parse((await (await fetch(`${server.url}/api/status`)).json()).now);
  return {
    get url() {
      return server.url;
    },
    ops,
    runJob: (name) =>
      until(async () => {
        try {
          return (await ops('jobs', 'run', name)) !== undefined;
        } catch (error) {
          if (BUSY.test(error.stderr)) return false;
          throw error;
        }
      }, `the job ${name} is run`),
    passDays: async (days) => {
      const then = (await now()) + days * 86_400_000;
      const said = await ops('clock', `+${days}`);
      // The running server gets the new time within a second.
      await until(async () => (await now()) >= then, `the server's clock is ${days} days later`);
      return said;
    },
    restart: async () => {
      const { port } = new URL(server.url);
      await server.stop('SIGKILL');
      server = await start(Number(port));
    },
    close: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Copies the demo database that `run.mjs` made, with its key file: without the key no gift card is found. If there is none and the
 * shop has another `gateway`, makes the demo's data with the sandbox, whose cards the demo's customers have.
 */
async function makeDemo(file, databaseUrl, { STYLEBOX_PAYMENT: gateway }) {
  const { STYLEBOX_DEMO_DATABASE: made } = process.env;
  if (made) for (const ending of ['', '.key']) copyFileSync(made + ending, file + ending);
  else if (gateway) await (await startServer({ port: await freePort(), databaseUrl, args: ['--demo', '--simulator-seconds', '0'] })).stop();
}

/** The full Chromium. Its headless build lacks autofill, for example. */
const WHOLE_CHROMIUM = process.env.STYLEBOX_WHOLE_CHROMIUM ?? '/usr/bin/chromium';

export const openWholeBrowser = () => openBrowser(WHOLE_CHROMIUM);

/** Starts a Chromium that makes no network calls of its own. */
export const openBrowser = (executablePath = process.env.STYLEBOX_CHROMIUM ?? WHOLE_CHROMIUM) =>
  chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
  });

/** The browser of a file's tests. Each visitor has a context of their own. */
let browser = null;
after(async () => (await browser)?.close());

/** The longest time of a journey, and of what comes before the first and after the last. The longest journey takes a minute. */
const LONGEST_MS = 4 * 60_000;

let limit = null;

/**
 * Ends this file's program if `doing` takes too long: calls such as `page.evaluate` wait for ever for a page that does not answer. The
 * servers and the browser end with the program.
 */
function limitTime(doing) {
  clearTimeout(limit);
  limit = setTimeout(async () => {
    try {
      const contexts = (await browser)?.contexts() ?? [];
      const pages = contexts.flatMap((context) => context.pages().map((page) => page.url()));
      console.error(`${doing} did not end within ${LONGEST_MS / 60_000} minutes. Open pages: ${pages.join(', ') || 'none'}`);
    } finally {
      process.exit(1);
    }
  }, LONGEST_MS);
  // A program that has nothing left to do ends at once.
  limit.unref();
}

limitTime('The start of the first journey');
beforeEach((test) => limitTime(`"${test.name}"`));
afterEach((test) => limitTime(`What comes after "${test.name}"`));

/**
 * Starts a server with these flags before the tests of a file or a `describe`, and stops it afterwards. All tests of a file share the
 * browser.
 */
export const opened = (...flags) => openedWithParty(async () => ({ flags }));

/**
 * `opened` with an outside party: `start` starts it and returns the `flags` and `env` of a server that uses it, `party`, which the result
 * also has, and `stop`.
 */
export function openedWithParty(start) {
  const open = {};
  let stop = null;
  before(async () => {
    browser ??= openBrowser();
    const started = await start();
    stop = started.stop ?? null;
    open.party = started.party;
    [open.browser, open.shop] = await Promise.all([browser, openShop(started.flags, started.env)]);
  });
  // Closed after each test, because open pages keep calling the server.
  afterEach(async (test) => {
    for (const context of open.browser?.contexts() ?? []) {
      if (!test.passed) await keepFailed(test, context);
      await leave(context);
    }
  });
  after(async () => {
    await open.shop?.close();
    await stop?.();
  });
  return open;
}

/** Reports the URL of each page of a failed journey, and keeps a screenshot of it. */
async function keepFailed(test, context) {
  for (const [place, page] of context.pages().entries()) {
    const path = join(screenshots, 'failed', `${test.name.replaceAll(/\W+/g, '-')}-${place}.png`);
    await page.screenshot({ path, timeout: 5_000 }).catch(() => {});
    test.diagnostic(`"${test.name}" failed on ${page.url()}; its screenshot: ${path}`);
  }
}

/** Closes a visitor's browser context. A call that a route of the journey still holds is not an error. */
async function leave(context) {
  // Offline, because without the routes a call would reach the real party.
  await context.setOffline(true);
  for (const routed of [context, ...context.pages()]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}

/** A visitor at the shop's public address, to which links in emails and the bank's return lead. */
export const visitAtPublicAddress = (open, size, options) =>
  visit(open, size, { baseURL: open.shop.url.replace('127.0.0.1', 'localhost'), ...options });

/** Fills in fields, by their labels, as browsers and password managers do: each text in one step, with events that have no key. */
export async function fillIn(page, texts) {
  for (const [label, text] of Object.entries(texts)) {
    const field = page.getByLabel(new RegExp(`^${label}`)).first();
    await field.evaluate((input, value) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, value);
      for (const name of ['input', 'change']) input.dispatchEvent(new Event(name, { bubbles: true }));
    }, text);
  }
}

/** Chromium's message on the console for each refused call. */
const REFUSAL = /^Failed to load resource: the server responded with a status of (\d+)/;

/** The groups of axe's rules. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** axe, as a script for a page. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The violations that axe finds on a page. axe's own package for Playwright would load it twice for each screen, and look for frames,
 * which a page has not. Style sheets are not loaded again (`preload`), because no rule of `TAGS` reads them. So axe runs in the same task
 * that ends animations.
 */
export async function violationsOn(page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const options = { preload: false, resultTypes: ['violations'], runOnly: { type: 'tag', values: TAGS } };
  const { violations } = await page.evaluate(`(${finishChanges})(), axe.run(${JSON.stringify(options)})`);
  return violations;
}

/**
 * Ends running transitions and animations, except for endless ones. With reduced motion each takes a millisecond, but it stays half-way
 * until the page draws its next frame. It runs in the page.
 */
function finishChanges() {
  document.body.getBoundingClientRect();
  for (const change of document.getAnimations()) if (change.effect?.getComputedTiming().endTime < Infinity) change.finish();
}

/** Violations that can pass by themselves: the heading is still that of the screen before, or a button changes its colors. */
const PASSING = ['page-has-heading-one', 'color-contrast'];

/** The screens that were checked at all widths. A journey that runs on a phone and on a desktop shows the same screens twice. */
const fitting = new Set();

/** Resizes the page to each of the `CHECKED_WIDTHS` except for `checked`, once for each screen, and fails if something does not fit. */
async function fitsAtOtherWidths(page, screen, checked) {
  if (fitting.has(screen)) return;
  const before = page.viewportSize();
  for (const width of CHECKED_WIDTHS) {
    if (checked.includes(width)) continue;
    await resize(page, { width, height: before.height });
    await fits(page, screen, width);
  }
  await resize(page, before);
  fitting.add(screen);
}

/** Fails if something does not fit at the page's width. */
async function fits(page, screen, width) {
  let misfits = await page.evaluate(misfitsOn);
  // A script that reacts to a new width needs a moment.
  for (let again = 0; misfits.length > 0 && again < 40; again += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    misfits = await page.evaluate(misfitsOn);
  }
  assert.deepEqual(misfits, [], `${screen}, ${width} px wide`);
}

/** Resizes the page, and waits until its scripts have the new size. */
async function resize(page, { width, height }) {
  await page.setViewportSize({ width, height });
  await until(async () => (await page.evaluate(() => window.innerWidth)) === width, `the page is ${width} px wide`);
  await page.evaluate(finishChanges);
}

/** Elements that are too wide, words that are broken, and a header of several lines. It runs in the page. */
function misfitsOn() {
  const { scrollWidth, clientWidth } = document.documentElement;
  const misfits = scrollWidth > clientWidth ? [`it is ${scrollWidth - clientWidth} px too wide`] : [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  /** Whether an element is for screen readers only. */
  const isUnseen = (element) => element?.closest('body') && (getComputedStyle(element).clipPath !== 'none' || (element !== document.body && isUnseen(element.parentElement)));
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    // A folded part has no layout.
    if (!text.parentElement?.checkVisibility()) continue;
    // Only words of up to 20 letters: a long name, an email address or a URL may break.
    for (const { 0: word, index } of text.data.matchAll(/(?<![\p{L}\d@.#_])\p{L}{3,20}(?![\p{L}\d@.#_])/gu)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
      if (lines.size > 1 && !isUnseen(text.parentElement)) misfits.push(`"${word}" is broken, in "${text.data.trim().slice(0, 60)}"`);
    }
  }
  const header = document.querySelector('#root header');
  if (header !== null && header.getBoundingClientRect().height > 80) misfits.push('the header is more than one line');
  return misfits;
}

/**
 * A visitor with a browser context of their own. The journey acts at the given width. `look(name)` waits for the screen's heading, runs
 * axe at each of the `widths`, and checks that everything fits at all `CHECKED_WIDTHS`; before each check it awaits `before`. `lookHere(name)` runs axe
 * only at the journey's own width. `atBoth(check)` calls `check` at each of the `widths`. For `look` and `atBoth`, `height` sets the page's
 * height. `complaints()` lists the errors on the console, including violations of the content security policy, without the refusals that
 * the journey announced with `expect(status, …paths)`.
 * Service workers are blocked unless a journey allows them, because Playwright's routes do not see their calls. With `exitOffer` the
 * offer for customers who leave the quiz can open. With `prefetches` the page loads the code of other screens while it is idle, which
 * journeys without a network need.
 */
export async function visit({ browser, shop }, { name, width, height }, { exitOffer = false, prefetches = false, ...options } = {}) {
  const context = await browser.newContext({ baseURL: shop.url, viewport: { width, height }, reducedMotion: 'reduce', serviceWorkers: 'block', ...options });
  // The exit offer would open while axe runs. Frames of other origins and an empty page have no storage.
  if (!exitOffer) await context.addInitScript(() => window === top && origin !== 'null' && sessionStorage.setItem('stylebox.exitOfferSeen', 'true'));
  // Loading the code of all other screens while idle would take a tenth of the browser's processor time.
  if (!prefetches) await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const heard = [];
  // A box has no invoice before its first review. The page asks for one, and then makes one (spec B, section 8).
  const expected = [{ status: '404', path: /\/invoices\/current$/ }];
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const { pathname } = new URL(message.location().url || page.url());
    const status = REFUSAL.exec(message.text())?.[1];
    heard.push({ status, path: pathname, text: `${page.url()}: ${message.text()} (${pathname})` });
  });
  page.on('pageerror', (error) => heard.push({ text: `${page.url()}: ${error.stack ?? error}` }));
  const expect = (status, ...paths) => paths.forEach((path) => expected.push({ status: String(status), path: new RegExp(`^${path}$`) }));
  const complaints = () =>
    heard.filter(({ status, path }) => !expected.some((each) => each.status === status && each.path.test(path))).map(({ text }) => text);

  const lookAt = async (screen, { name: folder, width: own }) => {
    const shown = async () => {
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.evaluate(() => document.fonts.ready);
      if (KEEPS_SCREENSHOTS) await page.screenshot({ path: join(screenshots, folder, `${screen}.png`), fullPage: true });
      return violationsOn(page);
    };
    let violations = await shown();
    // A second try, because the heading may have been the previous screen's, and a button may have changed its colors while axe read them.
    // A real violation shows again.
    if (violations.some(({ id }) => PASSING.includes(id))) violations = await shown();
    const found = violations.map(({ id, help, nodes }) => `${id}: ${help}\n    ${nodes.map((node) => node.target.join(' ')).join('\n    ')}`);
    assert.deepEqual(found, [], `axe on ${screen} at ${folder}`);
    await fits(page, screen, own);
  };
  const lookHere = async (screen) => {
    await lookAt(screen, { name, width });
    await fitsAtOtherWidths(page, screen, [width]);
  };
  const atBoth = async (check, { height: own } = {}) => {
    const before = page.viewportSize();
    for (const each of widths) {
      await resize(page, { width: each.width, height: own ?? each.height });
      await check(each);
    }
    await resize(page, before);
  };
  const look = async (screen, { height: own, before } = {}) => {
    await atBoth(
      async (size) => {
        await before?.();
        await lookAt(screen, size);
      },
      { height: own },
    );
    const checked = widths.map(({ width }) => width);
    await fitsAtOtherWidths(page, screen, checked);
  };
  return { page, context, look, lookHere, atBoth, expect, complaints };
}
