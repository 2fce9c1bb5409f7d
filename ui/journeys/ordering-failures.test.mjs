// Failures while a box is ordered on a phone: too many presses, no network, a lost answer, a day that closes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, CARD, choose, daysAhead, quizAnswers, registerByCall, saveCardByCall } from './steps.mjs';
import { opened, visit, widths } from './support.mjs';

const [phone] = widths;

const open = opened();

const FORM = '/members/customize/order/order';

test('a customer makes one order despite no network, a lost answer and too many presses, and loses nothing they typed', async () => {
  const visitor = await visit(open, phone, { prefetches: true });
  const { page, context, lookHere } = visitor;
  const send = await beginOrder(visitor, 'once@example.com');

  // Back, and to the form again.
  await page.goBack();
  await page.getByRole('link', { name: 'Send it to me' }).click();
  await isAsTyped(page);

  await context.setOffline(true);
  await send.click();
  await page.getByRole('group', { name: 'You are offline' }).waitFor();
  await isAsTyped(page);
  await lookHere('order-not-connected');
  await context.setOffline(false);
  assert.deepEqual(await ordersOf(page), [], 'nothing is sent until you do');

  // The server makes the order, but its answer is lost.
  let lost = 0;
  await page.route('**/api/orders', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.fallback();
    lost += 1;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await send.click();
  await page.waitForFunction(() => document.activeElement?.textContent.includes('You are offline'));
  assert.equal((await ordersOf(page)).length, 1);
  await isAsTyped(page);
  // A customer who goes back immediately still sees the form.
  await page.evaluate(() => {
    const { pushState } = history;
    history.pushState = (...state) => {
      pushState.apply(history, state);
      history.pushState = pushState;
      history.back();
    };
  });
  await send.dblclick();
  await page.getByText('Your box is ordered.').waitFor();
  const orders = await ordersOf(page);
  assert.deepEqual(orders.map(({ status, on_demand_customer_msg: note }) => [status, note]), [['created', NOTE]]);

  // Back does not lead to the form of an order that was made.
  await page.getByRole('heading', { name: 'You have a box under way' }).waitFor();
  assert.deepEqual(withoutNetworkErrors(visitor), []);
});

test('a customer whose day closes while the form is open is told at the calendar, and chooses another', async () => {
  const visitor = await visit(open, phone);
  const { page, lookHere, expect } = visitor;
  expect(422, '/api/orders');
  const send = await beginOrder(visitor, 'closed@example.com');
  const chosen = page.getByRole('complementary', { name: 'Your order' }).locator('time[datetime]').first();
  const day = await chosen.getAttribute('datetime');
  // The day has come: to arrive on it, the box would have to be on its way.
  await open.shop.passDays((Date.parse(day) - Date.parse(await daysAhead(page, 0))) / 86_400_000);
  await send.click();
  const calendar = page.getByRole('region', { name: 'The day your box arrives' });
  await calendar.getByText(/Your box cannot arrive by this day\. Please choose a later one\./).first().waitFor();
  await lookHere('order-day-closed');
  await isAsTyped(page);
  await calendar.getByRole('button', { name: 'Next month' }).click();
  await calendar.locator('[data-day]:not([data-blocked]):not([data-outside-month])').last().click();
  assert.notEqual(await chosen.getAttribute('datetime'), day);
  await send.click();
  await page.getByText('Your box is ordered.').waitFor();
  assert.equal((await ordersOf(page)).length, 1);
  assert.deepEqual(visitor.complaints(), []);
});

const NOTE = 'Three days by the lake';

/** Opens and fills in the form as a customer with a card and no box yet. Returns its button. */
async function beginOrder({ page }, email) {
  await registerByCall(page, email, quizAnswers);
  assert.equal(await saveCardByCall(page, CARD.accepted), null);
  await page.goto('/members/customize/order/custom');
  await page.getByRole('link', { name: 'Send it to me' }).click();
  await page.waitForURL(`**${FORM}`);
  await choose(page.getByRole('radio', { name: /Every month/ }));
  await page.getByLabel('What is this box for?').fill(NOTE);
  await page.locator('[data-day]:not([data-outside-month])').first().waitFor();
  return page.getByRole('button', { name: 'Send My Stylebox!' });
}

async function isAsTyped(page) {
  assert.equal(await page.getByLabel('What is this box for?').inputValue(), NOTE);
  assert.ok(await page.getByRole('radio', { name: /Every month/ }).isChecked());
}

const ordersOf = async (page) => (await call(page, 'get', '/api/orders')).orders;

const withoutNetworkErrors = (visitor) => visitor.complaints().filter((each) => !/ERR_(INTERNET_DISCONNECTED|CONNECTION_RESET)/.test(each));
