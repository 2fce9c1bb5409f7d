// The card on file: added, changed, and locked while a first box is under way. Also the members' menu on a phone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, CARD, enter, fillCard, openDay, quizAnswers, registerByCall } from './steps.mjs';
import { opened, visit, widths } from './support.mjs';

const open = opened();
const [phone] = widths;

test('a customer without a card adds one and sees it', async () => {
  const visitor = await visit(open, phone);
  const { page, look, lookHere, expect } = visitor;
  // There is no card to read yet, and the first one is declined.
  expect(404, '/api/credit_card');
  expect(402, '/api/credit_cards');
  await enter(visitor, 'ann@example.com', '/members/change/payment?redirectTo=/styleprofile');
  await page.getByRole('heading', { level: 1, name: 'Add Payment' }).waitFor();
  await fill(page, CARD.declined);
  await page.getByRole('button', { name: 'Add Payment and Subscribe' }).click();
  await page.getByRole('group', { name: 'One thing to fix' }).getByText(/Your card was declined\./).waitFor();
  await look('change-payment-declined');
  // The default is every month.
  await page.getByRole('radio', { name: /Every other month/ }).check();
  await fillCard(page, CARD.accepted);
  await page.getByRole('button', { name: 'Add Payment and Subscribe' }).click();
  // The page goes back to where the customer came from.
  await page.waitForURL('**/styleprofile');
  await page.getByText('Your card is saved.').waitFor();
  assert.equal((await call(page, 'get', '/api/account')).subscription_type, 'subscription_60_day');

  // By keyboard, from the menu.
  await page.getByRole('button', { name: 'Menu' }).focus();
  await page.keyboard.press('Enter');
  await lookHere('members-menu');
  await page.keyboard.press('Escape');
  assert.equal(await page.getByRole('link', { name: 'Orders', exact: true }).isVisible(), false);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Dashboard' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');

  await page.goto('/members/change/payment');
  await page.getByRole('heading', { name: 'On file' }).waitFor();
  await look('change-payment');
  assert.deepEqual(visitor.complaints(), []);
});

test('a customer who left a pick-up sign-up before the card orders the first box when they add the card', async () => {
  const visitor = await visit(open, phone);
  const { page, look, expect } = visitor;
  expect(404, '/api/credit_card');
  const store = { preferred_store: 'Minnesota - Grand Avenue', ship_by_date: await openDay(page) };
  await registerByCall(page, 'pia@example.com', { ...quizAnswers, ...store });
  await call(page, 'patch', '/api/account', { customer: { dressing_room_to_go_signup: true } });
  await page.goto('/members/change/payment?redirectTo=/dashboard');
  const box = page.getByRole('region', { name: 'Your first box' });
  await box.getByText('Your first box is ordered as soon as your card is saved.').waitFor();
  await box.getByText('$1.00').waitFor();
  await look('change-payment-orders');
  await fill(page, CARD.accepted);
  await page.getByRole('button', { name: 'Add Payment', exact: true }).click();
  await page.waitForURL('**/dashboard');
  await page.getByText('Your card is saved. Your box is ordered.').waitFor();
  const [order] = (await call(page, 'get', '/api/orders')).orders;
  assert.deepEqual([order.status, order.customer_pick_up], ['created', true]);
  // From then on, the frequency is changed on the subscription screen, which explains the consequences.
  await page.goto('/members/quiz/delivery');
  await page.waitForURL('**/manage/subscription');
  assert.deepEqual(visitor.complaints(), []);
});

test('a customer whose pick-up sign-up lacks a choice is led to it after the card, and does not type the card again', async () => {
  const visitor = await visit(open, phone);
  const { page, look, expect } = visitor;
  expect(404, '/api/credit_card');
  await registerByCall(page, 'pim@example.com', quizAnswers);
  await call(page, 'patch', '/api/account', { customer: { dressing_room_to_go_signup: true } });
  await page.goto('/members/change/payment');
  await page.getByText('Your first box is ordered as soon as your card is saved.').waitFor();
  await fill(page, CARD.accepted);
  await page.getByRole('button', { name: 'Add Payment', exact: true }).click();
  await page.waitForURL('**/payment/billing');
  await page.getByRole('link', { name: 'Choose another store' }).waitFor();
  await page.getByRole('button', { name: 'Order my box' }).waitFor();
  await look('change-payment-missing');
  assert.deepEqual(visitor.complaints(), []);
});

test('while the first box is under way the card is locked, and the dashboard says why and until when', async () => {
  const visitor = await visit(open, phone);
  const { page, look } = visitor;
  await enter(visitor, 'dana@example.com', '/members/change/payment');
  await page.waitForURL('**/dashboard');
  await page.getByText(/^Contact .* to Update Payment Information$/).waitFor();
  const focused = page.getByRole('heading', { name: 'Your first box is on this card' });
  await focused.and(page.locator(':focus')).waitFor();
  await look('change-payment-locked');
  assert.deepEqual(visitor.complaints(), []);
});

/** Types the billing address, which the account lacks, and the card. */
async function fill(page, card) {
  for (const [label, text] of [
    ['Billing address line 1', '12 Main Street'],
    ['Billing ZIP code', '55401'],
    ['Billing city', 'Minneapolis'],
    ['Billing state', 'MN'],
    ['Billing phone', '6125550100'],
  ]) {
    await page.getByLabel(label).fill(text);
  }
  await fillCard(page, card);
}
