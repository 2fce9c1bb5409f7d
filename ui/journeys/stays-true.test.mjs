// The dashboard stays up to date while staff or another tab act and days pass. After sign-out it shows nothing of the customer.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answer, CARD, call, daysAhead, openDay, orderByCall, registerByCall, saveCardByCall, until } from './steps.mjs';
import { opened, visit, widths } from './support.mjs';

const [phone, desk] = widths;
const open = opened();

const seen = (page, name) => page.getByRole('heading', { level: 2, name }).waitFor();
const minutePasses = (page) => page.clock.runFor(61_000);
/** Acts as if the tab came to the front. In a headless browser all tabs are always visible. */
const comesBack = (page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

describe('an open dashboard', () => {
  test('shows each step that staff take, and its tile, tracker and charge agree', async () => {
    const visitor = await visit(open, phone);
    const { page, lookHere } = visitor;
    await page.clock.install();
    const { code } = await orderByCall(page, 'staff-act@example.com');
    await page.goto('/members/dashboard');
    await seen(page, 'Your box is scheduled');
    await open.shop.ops('style', code);
    await minutePasses(page);
    await seen(page, 'Your box is being styled');
    await page.locator('li[aria-current="step"]', { hasText: 'Styled' }).waitFor();
    assert.equal(await page.getByText(/^Styling fee:/).count(), 0);
    await lookHere('dashboard-after-staff');
    assert.deepEqual(visitor.complaints(), []);
  });

  test('says that the fee was declined, together with the next charge', async () => {
    const visitor = await visit(open, desk);
    const { page, lookHere } = visitor;
    await page.clock.install();
    const { code } = await orderByCall(page, 'staff-decline@example.com', CARD.declinedLater);
    await page.goto('/members/dashboard');
    await page.getByText(/^Styling fee: \$1\.00 on .*, when your box is styled\.$/).waitFor();
    await assert.rejects(open.shop.ops('style', code));
    await minutePasses(page);
    await page.getByRole('link', { name: 'Change payment' }).waitFor();
    assert.equal(await page.getByText(/when your box is styled\.$/).count(), 0);
    await lookHere('dashboard-after-decline');
    // The screen that the link opens knows about the decline too.
    await page.getByRole('link', { name: 'Change payment' }).click();
    await page.getByRole('button', { name: 'Change Payment' }).waitFor();
    assert.deepEqual(visitor.complaints(), []);
  });

  test('does not load unchanged data again, and makes no calls while it is hidden', async () => {
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

  test('is up to date when a phone is used again after days', async () => {
    const visitor = await visit(open, phone);
    const { page, lookHere } = visitor;
    const { id, code } = await orderByCall(page, 'pocket@example.com');
    for (const step of ['style', 'ship', 'deliver']) await open.shop.ops(step, code);
    await page.goto('/members/dashboard');
    await page.getByText(/^Decide by/).waitFor();
    const [{ checkout_by_date: by }] = (await call(page, 'get', '/api/orders')).orders;
    await open.shop.passDays(6);
    await comesBack(page);
    // The try-on days are over, or the box was checked out automatically.
    await page.getByText(/^(Your try-on days ended on|Return by|You keep everything)/).waitFor();
    assert.equal(await page.getByText(/^Decide by/).count(), 0, `${id}, to decide by ${by}`);
    await lookHere('dashboard-after-days');
    assert.deepEqual(visitor.complaints(), []);
  });
});

describe('a form that is open while others act', () => {
  test('shows the order without a form after staff have begun the styling', async () => {
    const visitor = await visit(open, phone);
    const { page, lookHere } = visitor;
    const { id, code } = await orderByCall(page, 'staff-style@example.com');
    await page.goto('/members/dashboard');
    await seen(page, 'Your box is scheduled');
    await open.shop.ops('style', code);
    // The dashboard still has the link, because it has not asked again.
    await page.locator(`a[href$="/customize/order/${id}"]`).click();
    await page.getByText(/^Its styling has begun:/).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Save Changes' }).count(), 0);
    await lookHere('order-fixed-meanwhile');
    assert.deepEqual(visitor.complaints(), []);
  });

  test('does not change an order that staff have cancelled, and says so', async () => {
    const visitor = await visit(open, desk);
    const { page } = visitor;
    visitor.expect(409, '/api/orders/.*');
    visitor.expect(422, '/api/orders/.*');
    const { id, code } = await orderByCall(page, 'staff-cancel@example.com');
    await page.goto(`/members/customize/order/${id}`);
    await page.getByLabel('What is this box for?').fill('A wedding');
    await open.shop.ops('cancel', code);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    const title = page.getByRole('heading', { level: 1, name: /^This box is cancell?ed$/ });
    await title.waitFor();
    // The form is gone, so the focus moves to the heading at the top.
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1' && scrollY === 0);
    const order = await call(page, 'get', `/api/orders/${id}`);
    assert.deepEqual([order.status, order.on_demand_customer_msg], ['cancelled', null]);
    assert.deepEqual(visitor.complaints(), []);
  });

  test('leads to the dashboard and orders nothing if another tab has ordered the first box', async () => {
    const visitor = await visit(open, phone);
    const { page } = visitor;
    await registerByCall(page, 'other-tab-orders@example.com');
    await answer(page, { ship_by_date: await openDay(page), subscription_type: 'subscription_30_day' });
    await page.goto('/members/quiz/confirmation');
    const enterDetails = page.getByRole('link', { name: 'Enter payment details' });
    await enterDetails.waitFor();
    await saveCardByCall(page, CARD.accepted);
    await enterDetails.click();
    await page.waitForURL('**/dashboard');
    await seen(page, 'Your box is scheduled');
    assert.equal((await call(page, 'get', '/api/orders')).orders.length, 1);
    assert.deepEqual(visitor.complaints(), []);
  });

  test('does not keep a chosen day that has passed when the phone is used again after ten days', async () => {
    const visitor = await visit(open, phone);
    const { page } = visitor;
    await page.clock.install();
    await registerByCall(page, 'pocket-day@example.com');
    await page.goto('/members/quiz/delivery');
    await page.getByRole('radio', { name: /^Every Month/ }).check();
    await page.locator('[role="gridcell"][aria-selected="true"]').waitFor();
    const today = await daysAhead(page, 0);
    await open.shop.passDays(10);
    // The phone's own clock moves too.
    await page.clock.fastForward(10 * 86_400_000);
    await comesBack(page);
    const next = page.getByRole('button', { name: 'Next' }).last();
    await next.click();
    // If the day has passed, the page proposes another and shows it to the customer before they go on.
    await page.clock.runFor(1_000);
    if (page.url().endsWith('/quiz/delivery')) await next.click();
    await page.waitForURL('**/quiz/confirmation');
    // Answers are sent in the background.
    let day = null;
    await until(async () => {
      day = (await call(page, 'get', '/api/questionnaire')).responses.ship_by_date ?? null;
      return day !== null;
    }, 'the proposed day is among the answers');
    assert.ok(day > (await daysAhead(page, 0)), `${day}, chosen on ${today}`);
    assert.deepEqual(visitor.complaints(), []);
  });
});

describe('two tabs', () => {
  test('a tab that comes to the front shows what the other tab changed', async () => {
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

  test('a customer who signs out in one tab is signed out in the other, and Back shows nothing of them', async () => {
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

  test('a page from the back-forward cache checks the session before it shows the customer', async () => {
    const visitor = await visit(open, desk);
    const { page, context } = visitor;
    visitor.expect(401, '/api/.*');
    await registerByCall(page, 'memory@example.com');
    await saveCardByCall(page, CARD.accepted);
    await page.goto('/members/account/management');
    await page.getByRole('heading', { level: 1 }).waitFor();
    // The session was ended on another device, but this browser still has its cookie.
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
