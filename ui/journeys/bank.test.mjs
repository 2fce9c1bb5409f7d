// A bank asks the customer to confirm a payment on the sandbox's bank page: the styling fee, from the dashboard, and a checkout.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, CARD, fillCard, newestCode, orderByCall } from './steps.mjs';
import { desk, opened, phone, visitAtPublicAddress } from './support.mjs';

const open = opened();

test('a customer confirms the styling fee from the dashboard, and later the checkout', async () => {
  const visitor = await visitAtPublicAddress(open, desk);
  const { page, look } = visitor;
  const order = await orderAndAskForFee(visitor, 'ada@example.com');
  await page.getByText(/your bank wants you to confirm it/).waitFor();
  await look('dashboard-confirm-fee');
  await page.getByRole('link', { name: 'Confirm with my bank' }).click();
  await page.getByRole('heading', { name: 'Confirm a payment' }).waitFor();
  await look('bank');
  // By keyboard.
  await page.getByRole('button', { name: 'Confirm', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your box is being styled' }).waitFor();

  await decide(page, order);
  await page.getByRole('button', { name: 'Complete Purchase' }).click();
  await page.getByRole('heading', { name: 'Your bank wants you to confirm this payment' }).waitFor();
  await look('checkout-confirm');
  await page.getByRole('link', { name: 'Confirm with my bank' }).click();
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.waitForURL('**/checkout/success');
  assert.deepEqual(visitor.complaints(), []);
});

test('a customer who refuses a checkout at the bank is told why it failed, and pays with another card', async () => {
  const visitor = await visitAtPublicAddress(open, phone);
  const { page, look, expect } = visitor;
  const order = await orderAndAskForFee(visitor, 'bea@example.com');
  await answerBank(page, 'Confirm');
  await page.getByRole('heading', { name: 'Your box is being styled' }).waitFor();
  await decide(page, order);
  await page.getByRole('button', { name: 'Complete Purchase' }).click();
  await answerBank(page, 'Refuse');
  await page.getByRole('alert').getByText(/it was not confirmed/).waitFor();
  await look('checkout-not-confirmed');
  // A customer who closes the bank's page is asked again.
  await page.getByRole('button', { name: 'Complete Purchase' }).click();
  await answerBank(page, 'Close');
  await page.getByRole('alert').getByText(/it was not confirmed/).waitFor();

  await page.getByRole('link', { name: 'Use another card' }).click();
  await page.getByRole('heading', { name: 'On file' }).waitFor();
  await fillCard(page, CARD.accepted);
  expect(403, '/api/credit_cards');
  await page.getByRole('button', { name: 'Change Payment' }).click();
  await page.getByRole('button', { name: 'Request Code' }).click();
  await page.getByText('Code Sent!').waitFor();
  await page.getByLabel('Code', { exact: true }).fill(await newestCode(open.shop));
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL('**/checkout/confirmation');
  const buy = page.getByRole('button', { name: 'Complete Purchase' });
  await buy.waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
  await buy.click();
  await page.waitForURL('**/checkout/success');
  assert.deepEqual(visitor.complaints(), []);
});

/** Orders as a new customer whose bank asks at each charge, tries to style the box, and opens the dashboard. */
async function orderAndAskForFee({ page }, email) {
  const order = await orderByCall(page, email, CARD.asks);
  await assert.rejects(open.shop.ops('style', order.code), /The bank wants the customer to confirm the styling fee/);
  await page.goto('/members/dashboard');
  return order;
}

async function answerBank(page, answer) {
  await page.getByRole('link', { name: 'Confirm with my bank' }).click();
  await page.getByRole('button', { name: answer, exact: true }).click();
}

/** Delivers the box, keeps two of its items, and opens the last page of the checkout. */
async function decide(page, { id, code }) {
  for (const step of ['style', 'ship', 'deliver']) await open.shop.ops(step, code);
  const { line_items: items } = await call(page, 'get', `/api/orders/${id}`);
  const decisions = items.map((item, place) => ({ id: item.id, claimed_kept: place < 2, exchange_size: null, customer_feedback: '' }));
  await call(page, 'patch', `/api/orders/${id}`, { order: { line_items_attributes: decisions } });
  await page.goto('/members/checkout/confirmation');
}
