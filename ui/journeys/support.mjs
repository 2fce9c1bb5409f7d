// What every journey shares: a server of its own on a new database, a real Chromium, and on each screen a look by axe.
import AxeBuilder from '@axe-core/playwright';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { serverProgram } from '../../scripts/lib/build.mjs';
import { root } from '../../scripts/lib/paths.mjs';
import { freePort, startServer } from '../../scripts/lib/server.mjs';

/** The widths at which every screen must be good: a phone and a desk. */
export const widths = [
  { name: '390', width: 390, height: 844 },
  { name: '1440', width: 1440, height: 900 },
];

const screenshots = join(root, 'target', 'screenshots');

/** A server with demo data on a database of its own. `ops` runs its commands; `restart` kills it and starts it again. */
export async function openShop() {
  const folder = mkdtempSync(join(tmpdir(), 'stylebox-journey-'));
  const databaseUrl = `sqlite:${join(folder, 'stylebox.db')}`;
  const start = (port) => startServer({ port, databaseUrl, args: ['--demo', '--simulator-seconds', '0'] });
  let server = await start(await freePort());
  return {
    get url() {
      return server.url;
    },
    ops: async (...args) => (await promisify(execFile)(serverProgram, ['ops', ...args, '--database-url', databaseUrl], { cwd: root })).stdout,
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

/** A Chromium that calls nobody but the page's own server. */
export const openBrowser = () =>
  chromium.launch({
    executablePath: process.env.STYLEBOX_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
  });

/**
 * A visitor in a browser of their own. `look(name)` waits for the screen's heading, keeps a screenshot and fails on what axe
 * finds; `complaints` are the errors on the console, which a content policy's violations are part of.
 */
export async function visit(browser, shop, { name, width, height }, options = {}) {
  const context = await browser.newContext({ baseURL: shop.url, viewport: { width, height }, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(`${page.url()}: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.stack ?? error}`));
  mkdirSync(join(screenshots, name), { recursive: true });

  const look = async (screen) => {
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(screenshots, name, `${screen}.png`), fullPage: true });
    const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze();
    const found = violations.map(({ id, help, nodes }) => `${id}: ${help}\n    ${nodes.map((node) => node.target.join(' ')).join('\n    ')}`);
    assert.deepEqual(found, [], `axe on ${screen} at ${width}`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(overflow <= 0, `${screen} at ${width} is ${overflow} px too wide`);
  };
  return { page, context, look, complaints };
}
