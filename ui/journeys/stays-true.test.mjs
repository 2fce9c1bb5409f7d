// The dashboard stays true while others act: staff, another tab, the days that pass. Nobody sees a customer who has signed out.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answer, CARD, call, daysAhead, enter, openDay, orderByCall, registerByCall, saveCardByCall } from './steps.mjs';
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

  test('on a phone that was in a pocket for days says what is true now', async () => {
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

describe('a form that is open while others act', () => {
  test('staff begin the styling: the link to change the order leads to what is fixed now', async () => {
    const visitor = await visit(open, phone);
    const { page, look } = visitor;
    const { id, code } = await orderByCall(page, 'staff-style@example.com');
    await page.goto('/members/dashboard');
    await seen(page, 'Your box is scheduled');
    await open.shop.ops('style', code);
    // The dashboard has not asked again yet.
    await page.locator(`a[href$="/customize/order/${id}"]`).click();
    await page.getByText(/^Its styling has begun:/).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Save Changes' }).count(), 0);
    await look('order-fixed-meanwhile');
    assert.deepEqual(visitor.complaints(), []);
  });

  test('staff cancel the order: what was typed changes nothing, and the page says what is true', async () => {
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
    // The form's end, where the button was, is gone.
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1' && scrollY === 0);
    const order = await call(page, 'get', `/api/orders/${id}`);
    assert.deepEqual([order.status, order.on_demand_customer_msg], ['cancelled', null]);
    assert.deepEqual(visitor.complaints(), []);
  });

  test('another tab orders the first box: the sign-up of this one leads to the dashboard, and orders nothing more', async () => {
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

  test('the phone is in a pocket for ten days: no day is kept that is past by then', async () => {
    const visitor = await visit(open, phone);
    const { page } = visitor;
    await page.clock.install();
    await registerByCall(page, 'pocket-day@example.com');
    await page.goto('/members/quiz/delivery');
    await page.getByRole('radio', { name: /^Every Month/ }).check();
    await page.locator('[role="gridcell"][aria-selected="true"]').waitFor();
    const today = await daysAhead(page, 0);
    await open.shop.passDays(10);
    // The phone's own clock goes on too.
    await page.clock.fastForward(10 * 86_400_000);
    await comesBack(page);
    const next = page.getByRole('button', { name: 'Next' }).last();
    await next.click();
    // If the day is over, another one is proposed, which the customer sees before they go on.
    await page.clock.runFor(1_000);
    if (page.url().endsWith('/quiz/delivery')) await next.click();
    await page.waitForURL('**/quiz/confirmation');
    // Answers are sent behind the screen.
    let day;
    while (day === undefined || day === null) day = (await call(page, 'get', '/api/questionnaire')).responses.ship_by_date;
    assert.ok(day > (await daysAhead(page, 0)), `${day}, chosen on ${today}`);
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
