// Boxes after the first: those of a customer who picks up at a store, and of one on demand who subscribes and goes back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, CARD, daysAhead, deliveryDay, finishBox, orderByCall } from './steps.mjs';
import { opened, visit, widths } from './support.mjs';

const [phone, desk] = widths;

const open = opened();

test('a customer who picks up orders a second box from the dashboard and checks out', async () => {
  const visitor = await visit(open, phone);
  const { page, look, lookHere } = visitor;
  const atStore = { delivery_style: 'I will pick it up', preferred_store: 'Minnesota - Edina Galleria' };
  const first = await orderByCall(page, 'pick-up@example.com', CARD.accepted, atStore);
  await take(first.code, 'style', 'ready', 'deliver');
  await finishBox(page, open.shop, first, { kept: 1 });
  await page.goto('/members/dashboard');
  await page.getByRole('link', { name: 'Order a pick-up' }).click();
  await page.waitForURL('**/customize/order/new/pickup');

  // Store and phone are those of the first box. The customer is not asked how often boxes come: a pick-up is on demand.
  const before = page.getByRole('radio', { name: /^Edina Galleria/ });
  await before.waitFor();
  assert.ok(await before.isChecked());
  const number = page.getByLabel('Cell phone');
  assert.equal(await number.inputValue(), '612-555-0100');
  assert.equal(await page.getByRole('radiogroup', { name: /How often boxes come/ }).count(), 0);
  const store = page.getByRole('radio', { name: /^Monroe Street/ });
  await store.check();
  await page.getByRole('button', { name: 'Next month' }).click();
  const free = page.locator('[data-day]:not([data-blocked]):not([data-outside-month])').first();
  await free.click();
  const day = await free.getAttribute('data-day');
  await number.fill('6125550177');
  await page.reload();
  await store.and(page.locator(':checked')).waitFor();
  assert.equal(await number.inputValue(), '612-555-0177');
  const summary = page.getByRole('complementary', { name: 'Your order' });
  await summary.locator(`time[datetime="${day}"]`).waitFor();
  await summary.getByText(/^Monroe Street/).first().waitFor();
  await summary.getByText('$20.00').waitFor();
  await summary.getByRole('link', { name: /^Show it on a map/ }).waitFor();
  await lookHere('order-second-pick-up');
  await page.getByRole('button', { name: 'Place Order' }).click();
  await page.getByText(/^Your box is ordered\. Pick it up on \w+, \w+ \d+: Monroe Street, /).waitFor();
  await page.getByRole('heading', { name: 'Your pick-up order is placed' }).waitFor();
  await page.locator('address').getByText('Monroe Street').waitFor();
  await page.getByRole('button', { name: 'Cancel my order' }).waitFor();
  await look('dashboard-pick-up-placed');
  const order = await currentOrder(page);
  assert.deepEqual(
    [order.customer_pick_up, order.ship_by_date, order.assigned_location.name, order.phone, order.subscription_type],
    [true, day, 'Monroe Street', '6125550177', 'subscription_on_demand'],
  );

  await page.getByRole('link', { name: 'View my order' }).click();
  await page.getByLabel('What is this box for?').fill('A christening');
  await page.getByRole('button', { name: 'Save Order' }).click();
  await page.getByText(/^Your changes are saved\./).waitFor();

  await take(order.code, 'style', 'ready');
  await page.reload();
  await page.getByRole('heading', { name: 'Your box is ready to go' }).waitFor();
  await page.locator('address').getByText('Monroe Street').waitFor();
  await lookHere('dashboard-pick-up-ready');
  await take(order.code, 'deliver');
  await page.reload();
  await page.getByText(/Then tell us what you keep and what goes back\.$/).waitFor();
  // A pick-up has two try-on days (spec B, section 1).
  await page.locator(`time[datetime^="${await daysAhead(page, 2 + 1)}"]`).first().waitFor();
  await checkOut(page);
  await page.waitForURL('**/checkout/success-drtg');
  await page.getByRole('heading', { name: 'Thank you for checking out!' }).waitFor();
  await page.getByText('A confirmation email will follow.').waitFor();
  await page.getByText('Bring what goes back to the store where you picked your box up.').waitFor();
  await page.getByText(/ tag /).waitFor();
  await page.getByRole('heading', { name: 'Leave a Review' }).waitFor();
  await look('success-pick-up');
  await page.getByRole('button', { name: 'Go To Dashboard' }).click();
  await page.getByText('Bring what you did not keep back to the store.').waitFor();
  assert.deepEqual(visitor.complaints(), []);
});

test('a customer on demand subscribes when ordering a box, and goes back to on demand', async () => {
  const visitor = await visit(open, desk);
  const { page, look, lookHere } = visitor;
  const first = await orderByCall(page, 'on-demand@example.com', CARD.accepted, { subscription_type: 'subscription_on_demand' });
  await take(first.code, 'style', 'ship', 'deliver');
  await finishBox(page, open.shop, first, { kept: 1 });
  await page.goto('/members/dashboard');
  const tile = page.getByRole('main').getByRole('link', { name: /^Subscription/ });
  const onDemand = tile.getByText('My people will call your people (On demand)');
  const nextBox = tile.getByText(/^Next box/);
  await onDemand.waitFor();
  assert.equal(await nextBox.count(), 0);

  // A customer on demand is asked how often boxes come when they order one.
  const often = page.getByRole('radiogroup', { name: /How often boxes come/ });
  await page.getByRole('link', { name: 'Order a box' }).click();
  await often.getByText('You are on demand now: a box comes only when you order one.').waitFor();
  // A click on the label waits until the page no longer moves, which a forced click on the radio would not.
  await often.getByText('Keep \'em comin (Every other month)').click();
  const summary = page.getByRole('complementary', { name: 'Your order' });
  await summary.getByText('Keep \'em comin (Every other month)').waitFor();
  await summary.getByText('$20.00').waitFor();
  await look('order-and-subscribe');
  await page.getByRole('button', { name: 'Send My Stylebox!' }).click();
  await page.getByText('Your box is ordered.').waitFor();
  await tile.getByText('Keep \'em comin (Every other month)').waitFor();
  assert.equal(await nextBox.count(), 0);

  // While a box is under way the customer is not asked, and the next one's date follows from it.
  const order = await currentOrder(page);
  assert.equal(order.subscription_type, 'subscription_60_day');
  await page.getByRole('link', { name: 'Customize my order' }).click();
  await page.getByRole('button', { name: 'Save Changes' }).waitFor();
  assert.equal(await often.count(), 0);
  await page.goto('/members/manage/subscription');
  await page.getByText('A box is under way. The day of the next one depends on it.').waitFor();
  const charge = page.getByRole('complementary', { name: 'Your next charge' });
  await charge.getByText('The styling fee of your box').waitFor();
  await charge.getByText('$20.00').waitFor();
  await charge.getByText(/^When your box is styled/).waitFor();
  await lookHere('subscription-box-ordered');

  await take(order.code, 'style', 'ship', 'deliver');
  await finishBox(page, open.shop, order, { kept: 1 });
  const next = await deliveryDay(page, await daysAhead(page, 0), 60 + 5);
  await page.goto('/members/dashboard');
  await nextBox.locator(`time[datetime="${next}"]`).waitFor();
  await nextBox.getByText('$20.00').waitFor();
  await page.getByRole('link', { name: 'Order a box' }).click();
  await page.getByRole('button', { name: 'Send My Stylebox!' }).waitFor();
  assert.equal(await often.count(), 0);

  await page.goto('/members/manage/subscription');
  await charge.locator(`time[datetime]`).first().waitFor();
  await page.getByRole('region', { name: 'Your next box' }).locator(`time[datetime="${next}"]`).waitFor();
  await often.getByText('My people will call your people (On demand)').click();
  await page.getByRole('status', { name: 'What happens next' }).getByText('When you order one', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await onDemand.waitFor();
  assert.equal(await nextBox.count(), 0);
  await tile.click();
  await charge.getByText('Nothing is charged before you order a box.').waitFor();
  await page.goto('/members/customize/order/order');
  await often.getByRole('radio', { name: /On demand/ }).and(page.locator(':checked')).waitFor();
  assert.deepEqual(visitor.complaints(), []);
});

/** Carries out steps of staff on a box. */
async function take(code, ...steps) {
  for (const step of steps) await open.shop.ops(step, code);
}

const currentOrder = async (page) => (await call(page, 'get', '/api/orders')).orders[0];

/** Sends the first item back, keeps the others, and completes the purchase. */
async function checkOut(page) {
  await page.getByRole('link', { name: 'Review and check out' }).click();
  await page.getByRole('link', { name: 'Continue to Checkout' }).click();
  const rows = page.getByRole('radiogroup', { name: /^Your choice for/ });
  await rows.first().waitFor();
  // A pick-up has no exchange.
  assert.equal(await page.getByRole('radio', { name: 'Exchange', exact: true }).count(), 0);
  for (const [place, row] of (await rows.all()).entries()) {
    await row.getByRole('radio', { name: place === 0 ? 'Return' : 'Keep', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  }
  await page.getByRole('button', { name: 'Review Order' }).click();
  await page.getByRole('button', { name: 'Complete Purchase' }).click();
}
