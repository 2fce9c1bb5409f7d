// A box that waits because its styling fee is declined, and a box that the carrier loses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, CARD, deliveryDay, fillCard, mailsTo, newestCode, orderByCall, signIn } from './steps.mjs';
import { opened, visitAtPublicAddress, widths } from './support.mjs';

const [phone, desk] = widths;

const open = opened();

test('a box whose styling fee is declined waits until another card pays the fee', async () => {
  const visitor = await visitAtPublicAddress(open, phone);
  const { page, context, look, expect } = visitor;
  const customer = 'fee@example.com';
  const { id, code } = await orderByCall(page, customer, CARD.declinedLater);
  await assert.rejects(open.shop.ops('style', code), /The styling fee of \$1\.00 was declined/);
  await page.goto('/members/dashboard');
  const waits = page.getByText('Your box waits until the styling fee is paid: your card was declined.');
  await waits.waitFor();
  await page.getByRole('button', { name: 'Cancel my order' }).waitFor();
  await look('dashboard-fee-declined');

  // The fee is tried again the next day, and only one email tells of it.
  await open.shop.passDays(1);
  const emails = await mailsTo(open.shop, customer, 'Your card was declined');
  assert.equal(emails.length, 1);
  assert.match(emails[0], /, but your \w+ ending in \d{4} was declined for the styling fee of \$1\.00\. Nothing was charged/);
  assert.match(emails[0], /we try this card again on \w+day, \w+ \d+\./);
  assert.ok(emails[0].includes(`your box ${code},`), emails[0]);

  // The email leads to the card, through sign-in if the customer is signed out.
  await context.clearCookies();
  expect(401, '/api/[a-z_]+');
  await page.goto(/http:\S+/.exec(emails[0])[0]);
  await page.waitForURL('**/login');
  await signIn(page, customer);
  await page.waitForURL('**/change/payment');
  await page.getByRole('heading', { name: 'On file' }).waitFor();

  // The bank refuses the next card immediately.
  expect(403, '/api/credit_cards');
  expect(402, '/api/mfa_resubmissions');
  await fillCard(page, CARD.declined);
  const save = page.getByRole('button', { name: 'Change Payment' });
  await save.click();
  await page.getByRole('button', { name: 'Request Code' }).click();
  await page.getByText('Code Sent!').waitFor();
  await page.getByLabel('Code', { exact: true }).fill(await newestCode(open.shop));
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('alert').getByText('Your card was declined.').waitFor();
  await look('change-payment-declined-after-code');

  // The next bank accepts its card and declines the fee: the page says so, and takes yet another card.
  await fillCard(page, CARD.declinedLater);
  await page.getByLabel('Expiration').fill('11/33');
  await save.click();
  await page.getByRole('alert').getByText('it was declined for the styling fee too. Nothing was charged').waitFor();
  assert.match(page.url(), /\/change\/payment/);
  await look('change-payment-fee-declined-again');
  assert.equal((await mailsTo(open.shop, customer, 'Your card was declined')).length, 2);
  await page.getByRole('link', { name: 'Leave it as is' }).click();
  await page.waitForURL('**/dashboard');
  await waits.waitFor();

  await page.getByRole('link', { name: 'Change payment' }).click();
  await fillCard(page, CARD.accepted);
  await save.click();
  await page.getByText('Your card is saved.').waitFor();
  await page.getByRole('heading', { name: 'Your box is being styled' }).waitFor();
  assert.equal(await waits.count(), 0);
  await open.shop.ops('style', code);
  await page.goto(`/members/orderhistory/${id}`);
  assert.deepEqual(await charged(page), [['Styling fee', 'Visa ending in 4242', '$1.00']]);
  assert.deepEqual(visitor.complaints(), []);
});

test('a fee that is declined while the dashboard is open unlocks the card without a reload', async () => {
  const visitor = await visitAtPublicAddress(open, phone);
  const { page } = visitor;
  const { code } = await orderByCall(page, 'open@example.com', CARD.declinedLater);
  await page.goto('/members/dashboard');
  await page.getByRole('heading', { name: 'Your box is scheduled' }).waitFor();
  await assert.rejects(open.shop.ops('style', code), /The styling fee of \$1\.00 was declined/);
  // The customer comes back to the tab.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.getByRole('link', { name: 'Change payment' }).click();
  await page.waitForURL('**/change/payment');
  await page.getByRole('heading', { name: 'On file' }).waitFor();
  await fillCard(page, CARD.accepted);
  assert.deepEqual(visitor.complaints(), []);
});

test('a box that the carrier loses costs nothing, and another one comes', async () => {
  const visitor = await visitAtPublicAddress(open, desk);
  const { page, look } = visitor;
  const customer = 'lost@example.com';
  const order = await orderByCall(page, customer);
  for (const step of ['style', 'ship']) await open.shop.ops(step, order.code);
  await page.goto('/members/dashboard');
  await page.getByRole('heading', { name: 'Your box is on its way' }).waitFor();

  await open.shop.ops('lost', order.code);
  await page.reload();
  await page.getByText(`Box ${order.code} · Lost on its way`).waitFor();
  const said = page.getByText('It costs you nothing: everything you paid for it is refunded, including the styling fee.');
  await said.waitFor();
  await page.getByRole('link', { name: 'Order a pick-up' }).waitFor();
  // The subscription goes on, and the next box is still the first.
  const next = await deliveryDay(page, order.ship_by_date, 30 + 5);
  const tile = page.getByRole('main').getByRole('link', { name: /^Subscription/ });
  await tile.locator(`time[datetime="${next}"]`).waitFor();
  await tile.getByText(/styling fee \$1\.00$/).waitFor();
  await look('dashboard-box-lost');

  await page.getByRole('main').getByRole('link', { name: /^Your orders/ }).click();
  await page.getByRole('link', { name: /Lost on its way/ }).click();
  await said.waitFor();
  assert.deepEqual(await charged(page), [
    ['Styling fee', 'Visa ending in 4242', '$1.00'],
    ['Styling fee, refunded', 'Visa ending in 4242', '-$1.00'],
  ]);
  await look('past-order-lost');

  const [email] = await mailsTo(open.shop, customer, 'Your box was lost');
  assert.ok(email.includes('Nothing is charged for it, and the styling fee of $1.00 goes back to your card.'), email);
  await page.goto(/http:\S+/.exec(email)[0]);
  await page.getByRole('link', { name: 'Send it to me' }).click();
  await page.getByRole('complementary', { name: 'Your order' }).getByText('$1.00').waitFor();
  await page.getByRole('button', { name: 'Send My Stylebox!' }).click();
  await page.getByRole('heading', { name: 'Your box is scheduled' }).waitFor();
  assert.equal(await said.count(), 0);
  const { orders } = await call(page, 'get', '/api/orders');
  assert.deepEqual(orders.map(({ status }) => status), ['created', 'cancelled']);
  assert.deepEqual(visitor.complaints(), []);
});

/** The charges on an order's page: what for, on which card, and the amount. */
async function charged(page) {
  const rows = page.getByRole('region', { name: 'What was charged' }).locator('dl > div');
  await rows.first().waitFor();
  const texts = await rows.evaluateAll((all) =>
    all.map((row) => [row.querySelector('dt').firstChild, row.querySelector('dt span'), row.querySelector('dd')].map(({ textContent }) => textContent)),
  );
  return texts.map(([what, when, amount]) => [what, when.split(' · ')[1], amount]);
}
