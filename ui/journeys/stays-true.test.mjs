// The dashboard stays true while others act: staff, another tab, the days that pass. Nobody sees a customer who has signed out.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CARD, call, enter, orderByCall, registerByCall, saveCardByCall } from './steps.mjs';
import { opened, visit, widths } from './support.mjs';

const [phone, desk] = widths;
const open = opened();

const seen = (page, name) => page.getByRole('heading', { level: 2, name }).waitFor();
const minutePasses = (page) => page.clock.runFor(61_000);
/** A tab that comes to the front: a headless browser shows all of them all the time. */
const comesBack = (page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

describe('an open dashboard', () => {
  test('follows what staff do: the tile, the tracker and the charge say the same', async () => {
    const visitor = await visit(open, phone);
    const { page, look } = visitor;
    await page.clock.install();
    const { code } = await orderByCall(page, 'staff-act@example.com');
    await page.goto('/members/dashboard');
    await seen(page, 'Your box is scheduled');
    await open.shop.ops('style', code);
    await minutePasses(page);
    await seen(page, 'Your box is being styled');
    await page.locator('li[aria-current="step"]', { hasText: 'Styled' }).waitFor();
    assert.equal(await page.getByText(/^Styling fee:/).count(), 0);
    await look('dashboard-after-staff');
    assert.deepEqual(visitor.complaints(), []);
  });

  test('says that the fee was declined, with the charge of the same answer', async () => {
    const visitor = await visit(open, desk);
    const { page, look } = visitor;
    await page.clock.install();
    const { code } = await orderByCall(page, 'staff-decline@example.com', CARD.declinedLater);
    await page.goto('/members/dashboard');
    await page.getByText(/^Styling fee: \$1\.00 on .*, when your box is styled\.$/).waitFor();
    await assert.rejects(open.shop.ops('style', code));
    await minutePasses(page);
    await page.getByRole('link', { name: 'Change payment' }).waitFor();
    assert.equal(await page.getByText(/when your box is styled\.$/).count(), 0);
    await look('dashboard-after-decline');
    // The screen that it leads to knows of the decline too.
    await page.getByRole('link', { name: 'Change payment' }).click();
    await page.getByRole('button', { name: 'Change Payment' }).waitFor();
    assert.deepEqual(visitor.complaints(), []);
  });

  test('asks for nothing twice that has not changed, and not at all while nobody sees it', async () => {
    const visitor = await visit(open, phone);
    const { page } = visitor;
    await page.clock.install();
    await orderByCall(page, 'asks-again@example.com');
    await page.goto('/members/dashboard');
    await seen(page, 'Your box is scheduled');
    const answers = [];
    page.on('response', (response) => answers.push(`${response.status()} ${new URL(response.url()).pathname}`));
    const answer = page.waitForResponse('**/api/orders?*');
    await minutePasses(page);
    await (await answer).finished();
    await page.waitForFunction(() => document.querySelectorAll('h2').length > 0);
    assert.ok(answers.includes('304 /api/orders'), `${answers}`);
    await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true }));
    const before = answers.length;
    await page.clock.runFor(300_000);
    assert.deepEqual(answers.slice(before).filter((each) => each.includes('/api/orders')), []);
    assert.deepEqual(visitor.complaints(), []);
  });

  test('on a phone that was in a pocket for days says what is so now', async () => {
    const visitor = await visit(open, phone);
    const { page, look } = visitor;
    const { id, code } = await orderByCall(page, 'pocket@example.com');
    for (const step of ['style', 'ship', 'deliver']) await open.shop.ops(step, code);
    await page.goto('/members/dashboard');
    await page.getByText(/^Decide by/).waitFor();
    const [{ checkout_by_date: by }] = (await call(page, 'get', '/api/orders')).orders;
    await open.shop.passDays(6);
    await comesBack(page);
    // Its days are over, or the system has checked it out by then.
    await page.getByText(/^(Your try-on days ended on|Return by|You keep everything)/).waitFor();
    assert.equal(await page.getByText(/^Decide by/).count(), 0, `${id}, to decide by ${by}`);
    await look('dashboard-after-days');
    assert.deepEqual(visitor.complaints(), []);
  });
});

describe('two tabs', () => {
  test('what one changes, the other shows when it comes to the front', async () => {
    const visitor = await visit(open, desk);
    const { page, context } = visitor;
    await orderByCall(page, 'two-tabs@example.com');
    await page.goto('/members/dashboard');
    await seen(page, 'Your box is scheduled');
    const other = await context.newPage();
    await other.goto('/members/dashboard');
    await other.getByRole('button', { name: 'Cancel my order' }).click();
    await other.getByRole('button', { name: 'Yes, cancel it' }).click();
    await seen(other, 'Ready for your next box?');
    await comesBack(page);
    await seen(page, 'Ready for your next box?');
    assert.deepEqual(visitor.complaints(), []);
  });

  test('who signs out in one is gone from the other, and Back shows nothing of them', async () => {
    const visitor = await visit(open, desk);
    const { page, context } = visitor;
    visitor.expect(401, '/api/.*');
    await registerByCall(page, 'gone@example.com');
    await page.goto('/members/refer/friend');
    await page.goto('/members/account/management');
    await page.getByRole('textbox', { name: /^Email/ }).waitFor();
    const other = await context.newPage();
    await other.goto('/members/dashboard');
    await other.getByRole('button', { name: 'Sign out' }).click();
    await other.waitForURL('**/login');
    await page.waitForURL('**/login');
    assert.equal(await page.getByText('gone@example.com').count(), 0);
    await page.goBack();
    await page.waitForURL('**/login');
    assert.equal(await page.getByText('gone@example.com').count(), 0);
    assert.deepEqual(visitor.complaints(), []);
  });

  test('a page that comes back from the browser’s memory asks first', async () => {
    const visitor = await visit(open, desk);
    const { page, context } = visitor;
    visitor.expect(401, '/api/.*');
    await registerByCall(page, 'memory@example.com');
    await saveCardByCall(page, CARD.accepted);
    await page.goto('/members/account/management');
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Somebody ends the session on another device: this browser still holds its cookie.
    const [session] = (await context.cookies()).filter(({ httpOnly }) => httpOnly);
    await context.clearCookies({ name: session.name });
    let answer;
    const held = new Promise((resolve) => (answer = resolve));
    await page.route('**/api/account', async (route) => {
      await held;
      await route.continue();
    });
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'hidden' });
    assert.ok(await page.locator('#root').evaluate(({ hidden }) => hidden));
    answer();
    await page.waitForURL('**/login');
    assert.deepEqual(visitor.complaints(), []);
  });
});
