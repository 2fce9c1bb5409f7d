// Interruptions of a sign-up: no network, a session that ends, a second tab, a day that passes and a store that closes.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answer, cancelOrder, CARD, enter, fillCard, fillPayment, fillRegistration, getsFocus, HALF_CARD, keptInBrowser, openDay, registerAndEnter, signIn } from './steps.mjs';
import { opened, visit, widths } from './support.mjs';

const [phone, desk] = widths;
const unreachable = 'We cannot be reached right now.';
const send = (page) => page.getByRole('button', { name: 'Save and order my box' });
const next = (page) => page.getByRole('button', { name: 'Next' }).last();

const open = opened();

describe('without a network', () => {
  test('a customer is told that the card, and later the order, was not sent, keeps all but secrets, and sends it again themselves', async () => {
    const visitor = await visit(open, phone, { prefetches: true });
    const { page, context, lookHere } = visitor;
    const cards = callsOf(page, 'POST', '/api/credit_cards');
    const orders = callsOf(page, 'POST', '/api/orders');
    await registerAndEnter(visitor, 'no-network@example.com', '/members/payment/billing');
    await fillPayment(page, CARD.accepted);
    await context.setOffline(true);
    await send(page).click();
    await page.getByRole('alert').filter({ hasText: unreachable }).waitFor();
    await lookHere('payment-offline');
    assert.equal(await page.getByLabel('Address line 1').inputValue(), '12 Main Street');
    assert.equal(await page.getByLabel('CVV').inputValue(), '');
    assert.doesNotMatch(await keptInBrowser(page), HALF_CARD, 'no card number is kept in the browser');
    await backOnline(page, context);
    assert.equal(cards.length, 1, 'the card is not sent by itself');

    // No day is chosen yet, so the card is saved, and the order fails.
    await page.getByLabel('CVV').fill('123');
    await send(page).click();
    await page.getByRole('heading', { level: 1, name: 'One step to your box' }).waitFor();
    await answer(page, { ship_by_date: await openDay(page), subscription_type: 'subscription_60_day' });
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'One step to your box' }).waitFor();
    await context.setOffline(true);
    const order = page.getByRole('button', { name: 'Order my box' });
    await order.click();
    await page.getByRole('alert').filter({ hasText: unreachable }).waitFor();
    await lookHere('payment-order-offline');
    await backOnline(page, context);
    assert.equal(orders.length, 1, 'the order is not sent by itself');
    await order.click();
    await page.waitForURL('**/account/confirmation');
    await page.getByText('on its way to being styled').waitFor();
    assert.deepEqual(offlineAside(visitor.complaints()), []);
  });
});

describe('a session that ends', () => {
  test('in the quiz: the customer signs in, and finds what they typed', async () => {
    const visitor = await visit(open, phone, { prefetches: true });
    const { page, context } = visitor;
    visitor.expect(401, '/api/style_profiles/[^/]+');
    await enter(visitor, 'ann@example.com', '/members/quiz/3');
    const friend = page.getByRole('textbox', { name: /how would a friend/ });
    await friend.waitFor();
    await endSession(context);
    await friend.fill('Always in green');
    await page.waitForURL('**/login');
    await signIn(page, 'ann@example.com');
    await page.waitForURL('**/quiz/3');
    assert.equal(await friend.inputValue(), 'Always in green');
    await page.getByText('Saved', { exact: true }).waitFor();
    assert.deepEqual(visitor.complaints(), []);
  });

  test('in the delivery step: the customer signs in, and finds what they chose', async () => {
    const visitor = await visit(open, phone, { prefetches: true });
    const { page, context, lookHere } = visitor;
    visitor.expect(401, '/api/style_profiles/[^/]+', '/api/account');
    await enter(visitor, 'ann@example.com', '/members/quiz/delivery');
    const quarter = page.getByRole('radio', { name: /^Every Quarter/ });
    await quarter.waitFor();
    await endSession(context);
    await quarter.check();
    await page.getByRole('alert').filter({ hasText: 'You are no longer signed in.' }).waitFor();
    await lookHere('quiz-delivery-signed-out');
    await signInAgain(page, 'ann@example.com', '**/quiz/delivery');
    assert.ok(await quarter.isChecked());
    await page.getByText('Saved', { exact: true }).waitFor();
    assert.deepEqual(visitor.complaints(), []);
  });

  test('while planning a pick-up: the customer signs in, and finds what they chose', async () => {
    const visitor = await visit(open, phone, { prefetches: true });
    const { page, context } = visitor;
    visitor.expect(401, '/api/style_profiles/[^/]+', '/api/account');
    await enter(visitor, 'ann@example.com', '/members/schedule-pickup');
    const store = page.getByRole('radio', { name: /^Edina Galleria/ });
    await store.waitFor();
    await endSession(context);
    await store.check();
    await page.getByRole('button', { name: 'Next month' }).first().click();
    const day = openDays(page).first();
    const chosen = await day.getAttribute('data-day');
    await day.click();
    await page.getByRole('radio', { name: 'Yes', exact: true }).check({ force: true });
    await signInAgain(page, 'ann@example.com', '**/schedule-pickup');
    assert.ok(await store.isChecked());
    assert.ok(await page.getByRole('radio', { name: 'Yes', exact: true }).isChecked());
    assert.equal(await page.locator('[data-day][data-selected]').getAttribute('data-day'), chosen);
    await page.getByText('Saved', { exact: true }).waitFor();
    assert.deepEqual(visitor.complaints(), []);
  });

  test('while choosing a store on their own device: the customer signs in, and finds what they chose', async () => {
    const visitor = await visit(open, phone, { prefetches: true });
    const { page, context } = visitor;
    visitor.expect(401, '/api/account');
    await enter(visitor, 'ann@example.com', '/members/stylebox-store-signup-location');
    const store = page.getByRole('radio', { name: /^Monroe Street/ });
    await store.check();
    await endSession(context);
    await next(page).click();
    await signInAgain(page, 'ann@example.com', '**/stylebox-store-signup-location');
    await store.waitFor();
    assert.ok(await store.isChecked());
    await next(page).click();
    await page.waitForURL('**/quiz/1');
    assert.deepEqual(visitor.complaints(), []);
  });

  test('at the repeated order, and at the code for a new card: the customer signs in, and no secret was kept', async () => {
    const visitor = await visit(open, phone, { prefetches: true });
    const { page, context } = visitor;
    visitor.expect(401, '/api/orders', '/api/mfa_requests');
    visitor.expect(403, '/api/credit_cards');
    await registerAndEnter(visitor, 'no-session@example.com', '/members/payment/billing');
    await fillPayment(page, CARD.accepted);
    await send(page).click();
    const step = page.getByRole('heading', { level: 1, name: 'One step to your box' });
    await step.waitFor();
    await answer(page, { ship_by_date: await openDay(page), subscription_type: 'subscription_60_day' });
    await page.getByText('Enter a discount code').click();
    await page.getByLabel('Discount code').fill('hello25');
    await page.getByText('with the code you entered').waitFor();
    await endSession(context);
    await page.getByRole('button', { name: 'Order my box' }).click();
    await page.waitForURL('**/login');
    await signIn(page, 'no-session@example.com');
    await page.waitForURL('**/payment/billing');
    await step.waitFor();
    assert.equal(await page.getByLabel('Discount code').inputValue(), 'hello25');
    await page.getByRole('button', { name: 'Order my box' }).click();
    await page.waitForURL('**/account/confirmation');
    await page.getByRole('link', { name: 'Go to my dashboard' }).click();
    await cancelOrder(page);
    await page.goto('/members/payment/billing');
    await page.getByLabel('Address line 2').fill('Suite 7');
    await fillCard(page, '5555 5555 5555 4444');
    await page.getByRole('button', { name: 'Save my card' }).click();
    await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor();
    await endSession(context);
    await page.getByRole('button', { name: 'Request Code' }).click();
    await page.waitForURL('**/login');
    assert.ok(!(await keptInBrowser(page)).includes('4444'), 'no card number is kept in the browser');
    await signIn(page, 'no-session@example.com');
    await page.waitForURL('**/payment/billing');
    assert.equal(await page.getByLabel('Address line 2').inputValue(), 'Suite 7');
    assert.equal(await page.getByLabel('Card number').inputValue(), '');
    assert.deepEqual(visitor.complaints(), []);
  });
});

describe('a second tab', () => {
  test('a customer with the same step and card in two tabs loses nothing and orders once; signing out in one signs out the other', async () => {
    const visitor = await visit(open, desk, { prefetches: true });
    const { page, context } = visitor;
    visitor.expect(401, '/api/style_profiles/[^/]+', '/api/account');
    visitor.expect(403, '/api/credit_cards');
    await registerAndEnter(visitor, 'two-cards@example.com', '/members/quiz/3');
    const second = await context.newPage();
    await second.goto('/members/quiz/3');
    const friend = (tab) => tab.getByRole('textbox', { name: /how would a friend/ });
    await friend(second).waitFor();
    await friend(page).fill('Always in green');
    await page.getByText('Saved', { exact: true }).waitFor();
    await second.getByRole('radio', { name: 'Stick with what I know' }).check();
    await second.getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    assert.equal(await friend(page).inputValue(), 'Always in green');
    assert.ok(await page.getByRole('radio', { name: 'Stick with what I know' }).isChecked());

    await answer(page, { ship_by_date: await openDay(page), subscription_type: 'subscription_60_day' });
    for (const tab of [page, second]) {
      await tab.goto('/members/payment/billing');
      await fillPayment(tab, CARD.accepted);
    }
    await send(page).click();
    await page.waitForURL('**/account/confirmation');
    await send(second).click();
    // A card that an order uses can be replaced only with a code.
    await second.getByRole('heading', { name: 'Confirm it’s you' }).or(second.getByRole('heading', { name: 'Thank you!' })).waitFor();
    const { orders } = await (await page.request.get('/api/orders')).json();
    assert.equal(orders.length, 1, 'one box was ordered');

    await second.goto('/members/quiz/3');
    await friend(second).waitFor();
    await page.getByRole('link', { name: 'Go to my dashboard' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
    await page.waitForFunction(() => !document.cookie.includes('XSRF-TOKEN'));
    // After the sign-out the other tab leaves the screen by itself, so that it shows nothing more of the customer.
    await second.waitForURL('**/login');
    await signIn(second, 'two-cards@example.com');
    await second.waitForURL('**/dashboard');
    await second.goto('/members/quiz/3');
    await friend(second).waitFor();
    assert.equal(await friend(second).inputValue(), 'Always in green');
    assert.deepEqual(visitor.complaints(), []);
  });

  test('a visitor who registers in two tabs gets one account; the second tab says so, keeps what they typed, and leads to sign-in', async () => {
    const visitor = await visit(open, desk, { prefetches: true });
    const { page, context } = visitor;
    const email = 'two-tabs@example.com';
    const second = await context.newPage();
    for (const tab of [page, second]) {
      await tab.goto('/members/register');
      await fillRegistration(tab, email);
    }
    const create = (tab) => tab.getByRole('button', { name: 'Create my account' });
    await create(page).click();
    await page.waitForURL('**/quiz/1');
    await page.getByRole('textbox', { name: 'Month' }).waitFor();

    await create(second).click();
    const refusal = second.getByRole('group', { name: 'One thing to fix' });
    await refusal.getByRole('link', { name: 'Confirm email: Email taken.' }).waitFor();
    await getsFocus(refusal);
    for (const [label, text] of Object.entries({ 'First name': 'Ada', 'Last name': 'Lovelace', 'Confirm email': email, 'ZIP Code': '55401' })) {
      assert.equal(await second.getByLabel(label).inputValue(), text);
    }

    // The first tab is still signed in.
    await page.getByRole('textbox', { name: 'Month' }).fill('02');
    await page.getByRole('textbox', { name: /^Day/ }).fill('29');
    await page.getByRole('textbox', { name: 'Year' }).fill('1988');
    await page.getByText('Saved', { exact: true }).waitFor();

    await second.getByRole('main').locator('form').getByRole('link', { name: 'Sign in' }).click();
    await second.waitForURL('**/login');
    await signIn(second, email);
    await second.waitForURL('**/dashboard');
    await page.reload();
    await page.getByRole('textbox', { name: 'Month' }).waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Year' }).inputValue(), '1988', 'both tabs have the one account');
    assert.deepEqual(visitor.complaints(), []);
  });
});

describe('while the page is open', () => {
  test('a chosen pick-up day passes: the customer is told, and chooses another', async () => {
    const visitor = await visit(open, phone, { prefetches: true });
    const { page, lookHere } = visitor;
    await page.clock.install();
    await page.goto('/members/schedule-pickup');
    await page.getByRole('radio', { name: /^Edina Galleria/ }).check();
    const days = openDays(page);
    await turnToOpenDays(page);
    const day = await days.first().getAttribute('data-day');
    await days.first().click();
    await page.clock.fastForward(30 * 24 * 60 * 60_000);
    await next(page).click();
    await page.getByText(/can no longer be chosen/).waitFor();
    await lookHere('schedule-pickup-day-passed');
    assert.equal(new URL(page.url()).pathname, '/members/schedule-pickup');
    await turnToOpenDays(page);
    assert.notEqual(await days.first().getAttribute('data-day'), day);
    await days.first().click();
    await next(page).click();
    await page.waitForURL('**/register');
    assert.deepEqual(offlineAside(visitor.complaints()).filter((complaint) => !complaint.includes('401')), []);
  });

  test('a chosen delivery day passes: the customer is told, and offered another', async () => {
    const visitor = await visit(open, phone, { prefetches: true });
    const { page, lookHere } = visitor;
    const days = openDays(page);
    await page.clock.install();
    await page.goto('/members/quiz/delivery');
    await page.getByRole('radio', { name: /^Every Quarter/ }).check();
    const arrival = await days.first().getAttribute('data-day');
    await days.first().click();
    await page.clock.fastForward(70 * 24 * 60 * 60_000);
    await next(page).click();
    await page.getByText(/can no longer be chosen/).waitFor();
    await lookHere('quiz-delivery-day-passed');
    assert.equal(new URL(page.url()).pathname, '/members/quiz/delivery');
    // An open day is offered instead.
    await next(page).click();
    await page.waitForURL('**/register');
    assert.ok(!(await keptInBrowser(page)).includes(arrival), 'the day that has passed is not kept');
    assert.deepEqual(visitor.complaints(), []);
  });

  test('a chosen store closes: the customer is told, and chooses another', async () => {
    const visitor = await visit(open, phone, { prefetches: true });
    const { page, lookHere } = visitor;
    let closed = false;
    await page.route('**/api/locations', async (route) => {
      const response = await route.fetch();
      const { locations } = await response.json();
      const left = locations.map((store) => (store.name === 'Edina Galleria' ? { ...store, pickup: !closed } : store));
      await route.fulfill({ response, json: { locations: left } });
    });
    await page.clock.install();
    await page.goto('/members/schedule-pickup');
    await page.getByRole('radio', { name: /^Edina Galleria/ }).check();
    closed = true;
    await page.clock.fastForward(2 * 60_000);
    // The customer comes back to the tab.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await page.getByText(/Edina Galleria can no longer be chosen/).waitFor();
    await lookHere('schedule-pickup-store-closed');
    await page.getByRole('radio', { name: /^Monroe Street/ }).check();
    await page.getByText(/can no longer be chosen/).waitFor({ state: 'detached' });
    assert.deepEqual(visitor.complaints(), []);
  });
});

/** The days of the calendar's month that can be chosen. */
const openDays = (page) => page.locator('[data-day]:not([data-blocked]):not([data-outside-month])');

/** Turns the calendar to the first month with a day that can be chosen. The chosen store may be closed in the rest of this one. */
async function turnToOpenDays(page) {
  await page.locator('[data-day]:not([data-outside-month])').first().waitFor();
  while ((await openDays(page).count()) === 0) await page.getByRole('button', { name: 'Next month' }).first().click();
}

/** Ends the session without the page's knowledge, as a timeout would. */
const endSession = (context) => context.clearCookies({ name: 'stylebox_session' });

/** Follows the link of the alert that says that the session is over, signs in, and comes back. */
async function signInAgain(page, email, back) {
  const alert = page.getByRole('alert').filter({ hasText: 'You are no longer signed in.' });
  await alert.getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL('**/login');
  await signIn(page, email);
  await page.waitForURL(back);
}

/** A list that gets each call with `method` and `path` that the page sends from now on. */
function callsOf(page, method, path) {
  const calls = [];
  page.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname === path) calls.push(request);
  });
  return calls;
}

/** Turns the network on, and waits until the page knows. */
async function backOnline(page, context) {
  await page.evaluate(() => {
    window.wasOnline = new Promise((resolve) => window.addEventListener('online', () => setTimeout(resolve), { once: true }));
  });
  await context.setOffline(false);
  await page.evaluate(() => window.wasOnline);
}

/** The complaints, without calls that failed because there was no network. */
const offlineAside = (complaints) => complaints.filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED'));
