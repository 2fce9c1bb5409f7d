// Headings if our font does not load, or loads late: a font of the device with the same measures, and one font for the whole visit.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { enter } from './steps.mjs';
import { opened, visit, widths } from './support.mjs';

const open = opened();

/** The file of the font of headings. */
const FONT = /libre-caslon-display-latin-400-[^/]*\.woff2$/;

const OURS = 'Libre Caslon Display';

/** The font in which the browser shows the heading of the open screen, and its lines. */
async function headingOf(page) {
  const heading = page.getByRole('heading', { level: 1 }).first();
  await heading.waitFor();
  // When a document is complete, the browser forgets the nodes that it has named.
  await page.waitForLoadState('domcontentloaded');
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  await session.detach();
  const lines = await heading.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const boxes = [...range.getClientRects()];
    return { count: new Set(boxes.map(({ top }) => Math.round(top))).size, width: boxes.reduce((sum, { width }) => sum + width, 0) };
  });
  return { font: fonts.map(({ familyName }) => familyName).join(), ...lines };
}

/** Holds back the font of headings until `until` resolves. */
const holdFont = (page, until) =>
  page.route(FONT, async (route) => {
    await until;
    await route.continue().catch(() => {});
  });

/** Waits until the page has stored which font its first screen had. */
const isRemembered = (page) => page.waitForFunction(() => sessionStorage.getItem('stylebox.headings') !== null);

const screens = ['/welcome', '/register', '/login', '/forgot_password', '/catalog-qr', '/theme/box'];

describe('headings', () => {
  for (const size of widths) {
    test(`take as much room without our font as with it, at ${size.width}`, async () => {
      const with_ = await visit(open, size);
      const without = await visit(open, size);
      await without.page.route(/\.woff2$/, (route) => route.abort());
      for (const path of screens) {
        await with_.page.goto(`/members${path}`);
        await without.page.goto(`/members${path}`);
        const ours = await headingOf(with_.page);
        const device = await headingOf(without.page);
        assert.equal(ours.font, OURS, path);
        assert.notEqual(device.font, OURS, path);
        assert.equal(device.count, ours.count, `${path}: as many lines`);
        const ratio = device.width / ours.width;
        assert.ok(ratio > 0.9 && ratio < 1.1, `${path}: ${device.width} px instead of ${ours.width} px`);
      }
    });
  }

  test('are in our font if a visit begins in the members’ area', async () => {
    const visitor = await visit(open, widths[0]);
    await enter(visitor, 'dana@example.com', '/members/dashboard');
    assert.equal((await headingOf(visitor.page)).font, OURS);
  });

  test('keep the font of the device for the whole visit if ours loaded too late for the first page', async () => {
    const { page } = await visit(open, widths[0]);
    let come;
    await holdFont(page, new Promise((resolve) => (come = resolve)));
    await page.goto('/members/welcome', { waitUntil: 'commit' });
    const { font } = await headingOf(page);
    assert.notEqual(font, OURS);
    await isRemembered(page);
    const arrived = page.waitForResponse(FONT);
    come();
    await (await arrived).finished();
    await page.unroute(FONT);
    assert.equal((await headingOf(page)).font, font);
    // The browser has the font now. Next: a screen of the same document, a document that the build rendered, and one that it did not.
    await page.getByRole('link', { name: 'Sign in' }).first().click();
    await page.waitForURL('**/login');
    assert.equal((await headingOf(page)).font, font);
    for (const path of ['/register', '/theme/box']) {
      await page.goto(`/members${path}`);
      assert.equal((await headingOf(page)).font, font, path);
    }
    // The next visit shows our font.
    await page.evaluate(() => sessionStorage.clear());
    await page.goto('/members/welcome');
    assert.equal((await headingOf(page)).font, OURS);
  });

  test('keep our font for the whole visit if its first page had it', async () => {
    const { page } = await visit(open, widths[0]);
    await page.goto('/members/welcome');
    assert.equal((await headingOf(page)).font, OURS);
    await isRemembered(page);
    // On the next pages the font takes longer than a browser waits for an optional font.
    await page.route(FONT, async (route) => {
      await page.waitForFunction(() => document.querySelector('h1') !== null);
      await route.continue().catch(() => {});
    });
    for (const path of ['/register', '/theme/box']) {
      const arrived = page.waitForResponse(FONT);
      await page.goto(`/members${path}`, { waitUntil: 'commit' });
      await (await arrived).finished();
      await page.evaluate(() => document.fonts.ready);
      assert.equal((await headingOf(page)).font, OURS, path);
    }
  });

  test('get our font only with the next visit if the network is slow, because it loads after the page', async () => {
    const { page } = await visit(open, widths[0], { prefetches: true });
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const slow = { offline: false, latency: 562, downloadThroughput: 180_000, uploadThroughput: 84_000 };
    await session.send('Network.emulateNetworkConditions', slow);
    await page.addInitScript(() => addEventListener('stylebox:ready', () => (window.readyAt = performance.now())));
    await page.goto('/members/login');
    await page.waitForFunction(() => localStorage.getItem('stylebox.fonts') === 'kept');
    const fonts = await page.evaluate(() => {
      const files = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2'));
      return files.map(({ name, startTime }) => [name.replace(/.*\/|-[^-]*$/g, ''), startTime >= window.readyAt]);
    });
    assert.deepEqual(fonts.toSorted(), [['hanken-grotesk-latin-wght-normal', true], ['libre-caslon-display-latin-400-normal', true]]);
    assert.notEqual((await headingOf(page)).font, OURS);
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).fontFamily.startsWith('"Hanken Grotesk Variable"')), true);
    await isRemembered(page);
    await page.evaluate(() => sessionStorage.clear());
    await page.goto('/members/login');
    assert.equal((await headingOf(page)).font, OURS);
  });
});
