// The question about analytics, in a shop with an analytics service: asked once, answered, taken back, and refused by the browser.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fillRegistration, getsFocus } from './steps.mjs';
import { opened, visit, widths } from './support.mjs';

const words = /May an analytics service count/;

const [phone, desk] = widths;

describe('with an analytics service', () => {
  const open = opened('--analytics', 'outbox');

  for (const size of widths) {
    test(`a visitor is asked without a layout shift, agrees, registers, and takes it back as a customer, at ${size.width} wide`, async () => {
      const before = await eventsOf(open);
      const visitor = await visit(open, size);
      const { page, context, lookHere } = visitor;
      await context.addInitScript(watchShifts);
      await page.goto('/members/register');
      await page.getByText(words).waitFor();
      assert.ok((await page.evaluate(() => window.shifted)) < 0.02, 'the page jumps when it asks');
      await lookHere('consent-register');
      // Nothing is kept before the answer.
      assert.equal(await page.evaluate(() => localStorage.length), 0);
      // The bar never covers the field or button that has the focus.
      for (const control of [page.getByLabel('First name'), page.getByRole('button', { name: 'CREATE MY ACCOUNT' })]) {
        await control.focus();
        assert.ok(await control.evaluate(isUncovered), 'the bar covers what has the focus');
      }
      await page.getByRole('button', { name: 'Agree' }).click();
      await page.getByText(words).waitFor({ state: 'detached' });
      await getsFocus(page.getByRole('heading', { level: 1 }));

      await fillRegistration(page, `agreed${size.name}@example.com`);
      await page.getByRole('button', { name: 'CREATE MY ACCOUNT' }).click();
      await page.waitForURL('**/quiz/1');
      const events = await eventNames(page);
      assert.deepEqual(events.slice(0, events.length - before), ['registration']);
      assert.equal(await page.evaluate(() => localStorage.getItem('stylebox.analytics')), null, 'the account has it now');
      assert.equal((await account(page)).analytics_consent, true);

      await page.goto('/members/theme/box');
      await page.getByRole('button', { name: 'Privacy choices' }).click();
      await page.getByText('You agreed.').waitFor();
      await lookHere('privacy-choices');
      await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click();
      await page.getByText('You declined.').waitFor();
      assert.equal((await account(page)).analytics_consent, false);
      await page.keyboard.press('Escape');
      await page.reload();
      await page.getByRole('button', { name: 'Privacy choices' }).waitFor();
      assert.equal(await page.getByText(words).count(), 0);
      assert.deepEqual(visitor.complaints(), []);
    });
  }

  test('a visitor refuses with the keyboard, and is not asked again', async () => {
    const before = await eventsOf(open);
    const visitor = await visit(open, desk);
    const { page, lookHere } = visitor;
    await page.goto('/members/welcome');
    await page.getByText(words).waitFor();
    await lookHere('consent-welcome');
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    for (const name of ['Skip to main content', 'Agree', 'Refuse']) {
      await page.keyboard.press('Tab');
      assert.equal(await focused(), name);
    }
    await page.keyboard.press('Enter');
    await page.getByText(words).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Privacy choices' }).waitFor();
    assert.equal(await page.getByText(words).count(), 0);
    await page.goto('/members/register');
    await fillRegistration(page, 'refused@example.com');
    await page.getByRole('button', { name: 'CREATE MY ACCOUNT' }).click();
    await page.waitForURL('**/quiz/1');
    assert.equal((await account(page)).analytics_consent, false);
    assert.equal(await eventsOf(open), before);
    assert.deepEqual(visitor.complaints(), []);
  });

  test('a visitor whose browser sends Global Privacy Control is not asked, and no event is sent about them', async () => {
    const before = await eventsOf(open);
    const visitor = await visit(open, phone, { extraHTTPHeaders: { 'Sec-GPC': '1' } });
    const { page, context, lookHere } = visitor;
    await context.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
    await page.goto('/members/register');
    await page.getByRole('button', { name: 'Privacy choices' }).click();
    await page.getByText('We take that as a no').waitFor();
    assert.equal(await page.getByText(words).count(), 0);
    await lookHere('privacy-choices-gpc');
    await page.keyboard.press('Escape');
    await fillRegistration(page, 'gpc@example.com');
    await page.getByRole('button', { name: 'CREATE MY ACCOUNT' }).click();
    await page.waitForURL('**/quiz/1');
    assert.equal(await page.getByText(words).count(), 0);
    assert.equal(await eventsOf(open), before);
    assert.deepEqual(visitor.complaints(), []);
  });
});

describe('without an analytics service', () => {
  const open = opened();

  test('a visitor is not asked, and nothing is loaded or stored', async () => {
    const visitor = await visit(open, phone);
    const { page } = visitor;
    const fetched = [];
    page.on('request', (request) => fetched.push(request.url()));
    const status = page.waitForResponse('**/api/status');
    await page.goto('/members/welcome');
    assert.equal((await (await status).json()).analytics, null);
    await page.waitForLoadState('networkidle');
    assert.deepEqual(fetched.filter((url) => /parties|Privacy/.test(url) || !url.startsWith(open.shop.url)), []);
    assert.equal(await page.getByRole('button', { name: 'Privacy choices' }).count(), 0);
    assert.equal(await page.evaluate(() => localStorage.length), 0);
    assert.deepEqual(visitor.complaints(), []);
  });
});

/** Adds up the layout shifts that no input caused. */
function watchShifts() {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Whether an element is visible at its center. */
function isUncovered(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const seen = document.elementFromPoint(left + width / 2, top + height / 2);
  return seen !== null && (element.contains(seen) || seen.contains(element));
}

const account = (page) => page.evaluate(async () => (await fetch('/api/account')).json());

/** How many events the shop has written. */
async function eventsOf(open) {
  const outbox = await (await fetch(`${open.shop.url}/dev/outbox`)).text();
  return outbox.split('Analytics: ').length - 1;
}

/** The events in the shop's outbox, the newest first. */
const eventNames = (page) =>
  page.evaluate(async () => [...(await (await fetch('/dev/outbox')).text()).matchAll(/Analytics: (\w+)/g)].map(([, name]) => name));
