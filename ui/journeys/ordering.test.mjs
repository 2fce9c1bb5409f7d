// Boxes after the first: shipped, changed, cancelled, picked up, or with a theme; and what blocks an order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, choose, enter, getsFocus, quizAnswers, registerAndEnter } from './steps.mjs';
import { opened, visit, widths } from './support.mjs';

const [phone] = widths;

const open = opened();

const DANA = 'dana@example.com';

test('a customer orders, changes and cancels a box, and orders a theme box', async () => {
  const visitor = await visit(open, phone);
  const { page, look, expect } = visitor;
  await enter(visitor, DANA, '/members/dashboard');
  await finishBox(page);
  await page.getByRole('link', { name: 'Order a box' }).waitFor();
  await look('dashboard-order-a-box');

  await page.goto('/members/customize/order/custom');
  await look('order-choice');
  await page.getByRole('link', { name: 'Send it to me' }).click();
  const send = page.getByRole('button', { name: 'Send My Stylebox!' });
  await send.waitFor();
  await page.locator('[data-day]:not([data-outside-month])').first().waitFor();
  await choose(page.getByRole('radio', { name: 'Weekend Away' }));
  const note = page.getByLabel('What is this box for?');
  await note.fill('Three days by the lake');
  await page.reload();
  await send.waitFor();
  assert.equal(await note.inputValue(), 'Three days by the lake');
  assert.ok(await page.getByRole('radio', { name: 'Weekend Away' }).isChecked());
  await page.locator('[data-day]:not([data-outside-month])').first().waitFor();
  await look('order-box');

  // Boxes cannot be sent to this address.
  expect(422, '/api/shipping_addresses/.*');
  await page.getByRole('button', { name: 'Change address' }).click();
  await page.getByLabel('Address line 1').fill('1 Nowhere Lane');
  await send.click({ force: true });
  await page.getByText(/^Still needed: your new address/).waitFor();
  await page.getByRole('button', { name: 'Save this address' }).click();
  await page.getByText('Invalid Address. Please enter a valid address.').first().waitFor();
  await look('order-box-address');
  await page.getByLabel('Address line 1').fill('12 Main Street');
  await page.getByRole('button', { name: 'Save this address' }).click();
  await page.getByRole('button', { name: 'Change address' }).waitFor();

  await send.dblclick();
  await page.getByText('Your box is ordered.').waitFor();
  await page.waitForURL('**/dashboard');
  const order = await currentOrder(page);
  assert.deepEqual(
    [order.status, order.customer_pick_up, order.on_demand_customer_msg, order.themebox_sign_up],
    ['created', false, 'Three days by the lake', true],
  );

  await page.getByRole('link', { name: 'Customize my order' }).click();
  await page.getByRole('button', { name: 'Save Changes' }).waitFor();
  await page.getByRole('button', { name: 'Continue without a theme' }).click();
  await look('order-change');
  // The message of the earlier save may still show, so this waits for the answer.
  const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await answered;
  await page.getByText('Your changes are saved.').last().waitFor();
  assert.equal((await currentOrder(page)).themebox, null);

  await page.goto(`/members/customize/order/${order.id}`);
  await page.getByRole('button', { name: 'Cancel my order' }).click();
  await page.getByRole('button', { name: 'Yes, cancel it' }).click();
  await page.getByText('has been successfully canceled').waitFor();
  await page.waitForURL('**/dashboard');

  // A theme box is ordered without changes.
  await page.goto('/members/theme/box');
  await choose(page.getByRole('radio', { name: /^Cold Snap/ }));
  await look('theme-box-order');
  await page.getByRole('button', { name: 'ORDER THIS BOX' }).dblclick();
  await page.getByText('Your box is ordered.').waitFor();
  const themed = await currentOrder(page);
  assert.equal(themed.themebox, 'cold_snap');
  await page.waitForURL('**/dashboard');

  // Styling begins while the form is open.
  await page.getByRole('link', { name: 'Customize my order' }).click();
  await note.fill('Too late');
  expect(409, `/api/orders/${themed.id}`);
  await open.shop.ops('style', themed.code);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('heading', { name: 'This box can no longer be changed' }).waitFor();
  await look('order-fixed');
  await page.goto('/members/customize/order/order');
  await page.getByRole('heading', { name: 'You have a box under way' }).waitFor();
  assert.deepEqual(visitor.complaints(), []);
});

test('a customer without a card and an address is told what is missing, and orders a pick-up', async () => {
  const visitor = await visit(open, phone);
  const { page, look, expect } = visitor;
  expect(404, '/api/credit_card');
  const { top_size: _size, brand_1: _brand, denim_rise: _rise, denim_spend: _spend, ...some } = quizAnswers;
  await registerAndEnter(visitor, 'ordering@example.com', '/members/customize/order/order', some);
  const send = page.getByRole('button', { name: 'Send My Stylebox!' });
  await send.waitFor();
  await page.locator('[data-day]:not([data-outside-month])').first().waitFor();
  await page.getByLabel('Address line 1').waitFor();
  await page.getByLabel('Top size').waitFor();
  // The form says what is missing, and the focus goes there.
  await send.press('Enter');
  await page.getByText(/^Still needed: how often boxes come, Top size, .*, a payment card$/).waitFor();
  await page.keyboard.press('Tab');
  await getsFocus(page.getByRole('radio', { name: /Every month/ }));
  await look('order-box-missing');
  await page.getByLabel('Top size').selectOption('M');
  await page.getByLabel('A brand that fits you well').fill('Marlowe');
  await choose(page.getByRole('radio', { name: /^High rise/ }));

  let answer;
  const asked = new Promise((resolve) => (answer = resolve));
  await page.route('**/estimated_delivery_date', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto('/members/customize/order/new/pickup');
  await page.getByRole('radio', { name: /^Monroe Street/ }).check();
  await page.getByText(/^Finding out when your box can be ready/).waitFor();
  // The store's first day loads while the button is held down. If the button moved, the press would miss it.
  const next = page.getByRole('button', { name: 'Next month' });
  await next.hover();
  const { y } = await next.boundingBox();
  await page.mouse.down();
  answer();
  await page.getByText(/^Expected to be ready/).waitFor();
  assert.equal((await next.boundingBox()).y, y);
  await page.mouse.up();
  await page.unroute('**/estimated_delivery_date');
  await page.locator('[data-now="true"]:not([data-outside-month])').waitFor({ state: 'detached' });
  const day = page.locator('[data-day]:not([data-blocked]):not([data-outside-month])').first();
  await day.click();
  await page.getByLabel('Cell phone').pressSequentially('6125550199');
  assert.equal(await page.getByLabel('Cell phone').inputValue(), '612-555-0199');
  await page.getByRole('button', { name: 'Place Order' }).press('Enter');
  await page.getByText('Still needed: a payment card', { exact: true }).waitFor();
  await getsFocus(page.locator('#payment'));
  await look('order-pick-up');
  assert.deepEqual(visitor.complaints(), []);
});

/** Returns every item of the delivered box, and completes the order. */
async function finishBox(page) {
  const { id, code, line_items } = await currentOrder(page);
  const line_items_attributes = line_items.map((item) => ({ id: item.id, claimed_kept: false }));
  await call(page, 'patch', `/api/orders/${id}`, { order: { line_items_attributes } });
  const invoice = await call(page, 'post', `/api/orders/${id}/invoices`);
  const key = { 'Idempotency-Key': 'finish' };
  await call(page, 'post', `/api/invoices/${invoice.id}/checkout`, { expected_total_due: invoice.totalDue }, key);
  await open.shop.ops('receive', code);
  await open.shop.ops('complete', code);
  await page.reload();
}

const currentOrder = async (page) => (await call(page, 'get', '/api/orders')).orders[0];
