// Cards and charges with the gateway Stripe, with doubles of its server and page script: the card is typed into Stripe's own fields, and
// payments that the bank wants confirmed are confirmed in a window of the page. The content security policy is the server's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, checkOutByCall, fillPayment, HALF_CARD, keptInBrowser, mailsTo, newestCode, openDay, quizAnswers, registerByCall } from './steps.mjs';
import { answerBank, fillStripeCard, hasFocus, serveStripe, startStripe, stripeField } from './stripe/serve.mjs';
import { desk, openedWithParty, phone, visitAtPublicAddress, widths } from './support.mjs';

/** Stripe's public test numbers, as the double of its server knows them. */
const STRIPE_CARD = {
  accepted: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  debit: '4000 0566 5566 5556',
  asksWhenSaved: '4000 0025 0000 3155',
  asksAtCharges: '4000 0027 6000 3184',
};

const open = openedWithParty(startStripe);

test('a customer whose cards are refused is told why, and then pays the fee and the box with another', async () => {
  const visitor = await visitWithStripe(phone);
  const { page, look, lookAtCard } = visitor;
  await openCardForm(visitor, 'ada@example.com');
  await lookAtCard('stripe-card');
  await beRefused(visitor);
  await fillStripeCard(page, STRIPE_CARD.accepted);
  await page.getByText('Visa', { exact: true }).waitFor();
  await lookAtCard('stripe-card-typed');
  await send(page).dblclick();
  await page.waitForURL('**/account/confirmation');
  await look('stripe-thanks');
  const [order] = (await call(page, 'get', '/api/orders')).orders;
  await open.shop.ops('style', order.code);
  await decide(page, order);
  await page.getByRole('button', { name: 'Complete Purchase' }).click();
  await page.waitForURL('**/checkout/success');
  assert.deepEqual(await charges(page, order.id), ['Styling fee', 'Purchase']);
  const kept = await keptInBrowser(page);
  for (const secret of [HALF_CARD, /pm_/, /_secret_/]) assert.doesNotMatch(kept, secret, 'no secret is kept in the browser');
  assert.deepEqual(visitor.complaints(), []);
});

test('a card that the bank wants confirmed is saved once the customer confirms it', async () => {
  const visitor = await visitWithStripe(desk);
  const { page, look, lookAtCard, expect } = visitor;
  await openCardForm(visitor, 'bea@example.com');
  await fillPayment(page, STRIPE_CARD.asksWhenSaved, fillStripeCard);
  expect(402, '/api/credit_cards');
  await send(page).click();
  await bankWindow(page).waitFor();
  await look('stripe-card-window');
  await answerBank(page, 'Close');
  await page.getByRole('alert').getByText(/^Your bank wants you to confirm this card/).waitFor();
  await lookAtCard('stripe-card-not-confirmed');
  await send(page).click();
  await answerBank(page, 'Confirm');
  await page.waitForURL('**/account/confirmation');
  assert.deepEqual(visitor.complaints(), []);
});

test('a customer confirms the fee from the email’s link on the dashboard, and the checkout on its page', async () => {
  const visitor = await visitWithStripe(desk);
  const { page, look } = visitor;
  const customer = 'cea@example.com';
  const order = await orderWith(visitor, customer, STRIPE_CARD.asksAtCharges);
  await assert.rejects(open.shop.ops('style', order.code), /The bank wants the customer to confirm the styling fee/);
  const [email] = await mailsTo(open.shop, customer, 'Please confirm a payment');
  await page.goto(/http:\S+/.exec(email)[0]);
  await page.getByText(/your bank wants you to confirm it/).waitFor();
  await look('stripe-tile');
  // By keyboard.
  await page.getByRole('button', { name: 'Confirm with my bank' }).focus();
  await page.keyboard.press('Enter');
  await bankWindow(page).waitFor();
  await look('stripe-tile-window');
  await answerBank(page, 'Close');
  await page.getByRole('alert').getByText('It is not confirmed yet, and nothing was charged.').waitFor();
  await look('stripe-tile-not-confirmed');
  await page.getByRole('button', { name: 'Confirm with my bank' }).click();
  await answerBank(page, 'Confirm');
  await page.getByRole('heading', { name: 'Your box is being styled' }).waitFor();

  await decide(page, order);
  await page.getByRole('button', { name: 'Complete Purchase' }).click();
  await bankWindow(page).waitFor();
  await look('stripe-checkout-window');
  await answerBank(page, 'Close');
  await page.getByRole('alert').getByText('It is not confirmed yet, and nothing was charged.').waitFor();
  await look('stripe-checkout-not-confirmed');
  await page.reload();
  await page.getByRole('heading', { name: 'Your bank wants you to confirm this payment' }).waitFor();
  await look('stripe-checkout-waits');
  assert.equal(await bankWindow(page).count(), 0, 'no window opens by itself');
  await page.getByRole('button', { name: 'Confirm with my bank' }).click();
  await answerBank(page, 'Confirm');
  await page.waitForURL('**/checkout/success');
  assert.deepEqual(visitor.complaints(), []);
});

test('a customer enters a code, confirms another card, and it replaces the one on file', async () => {
  const visitor = await visitWithStripe(phone);
  const { page, look, lookAtCard, expect } = visitor;
  const { code } = await orderWith(visitor, 'dea@example.com', STRIPE_CARD.accepted);
  await call(page, 'get', '/api/orders');
  await open.shop.ops('cancel', code);
  await page.goto('/members/change/payment');
  await page.getByRole('heading', { name: 'On file' }).waitFor();
  expect(403, '/api/credit_cards');
  expect(402, '/api/mfa_resubmissions');
  await fillStripeCard(page, STRIPE_CARD.asksWhenSaved);
  await lookAtCard('stripe-change');
  await page.getByRole('button', { name: 'Change Payment' }).click();
  await page.getByRole('button', { name: 'Request Code' }).click();
  await page.getByText('Code Sent!').waitFor();
  await page.getByLabel('Code', { exact: true }).fill(await newestCode(open.shop));
  await page.getByRole('button', { name: 'Submit' }).click();
  await bankWindow(page).waitFor();
  await look('stripe-change-window');
  await answerBank(page, 'Confirm');
  await page.getByText('Your card is saved.').waitFor();
  const { data } = await call(page, 'get', '/api/credit_card');
  assert.equal(data.card_info.last_four, '3155');
  assert.deepEqual(visitor.complaints(), []);
});

test('a customer who refuses a checkout in the bank’s window is told why, and pays it in another tab', async () => {
  const visitor = await visitWithStripe(phone);
  const { page, context, look } = visitor;
  const order = await orderWith(visitor, 'eva@example.com', STRIPE_CARD.asksAtCharges);
  await assert.rejects(open.shop.ops('style', order.code), /confirm the styling fee/);
  await page.goto('/members/dashboard');
  await page.getByRole('button', { name: 'Confirm with my bank' }).click();
  await answerBank(page, 'Confirm');
  await page.getByRole('heading', { name: 'Your box is being styled' }).waitFor();
  await decide(page, order);
  await page.getByRole('button', { name: 'Complete Purchase' }).click();
  await answerBank(page, 'Refuse');
  await page.getByRole('alert').getByText(/it was not confirmed/).waitFor();
  await look('stripe-checkout-refused');

  await page.getByRole('button', { name: 'Complete Purchase' }).click();
  await bankWindow(page).waitFor();
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Confirm with my bank' }).click();
  await answerBank(other, 'Confirm');
  await other.waitForURL('**/checkout/success');
  // The first tab finds out by itself.
  await page.waitForURL('**/checkout/success');
  assert.deepEqual(visitor.complaints(), []);
});

test('the charges of a lost box are refunded', async () => {
  const visitor = await visitWithStripe(desk);
  const { page } = visitor;
  const order = await orderWith(visitor, 'fay@example.com', STRIPE_CARD.accepted);
  for (const step of ['style', 'ship', 'lost']) await open.shop.ops(step, order.code);
  assert.deepEqual(await charges(page, order.id), ['Styling fee', 'Styling fee, refunded']);
  assert.deepEqual(visitor.complaints(), []);
});

test('an exchange that is sold out is refunded', async () => {
  const visitor = await visitWithStripe(phone);
  const { page } = visitor;
  const order = await orderWith(visitor, 'hua@example.com', STRIPE_CARD.accepted, '14 Main Street');
  for (const step of ['style', 'ship', 'deliver']) await open.shop.ops(step, order.code);
  await checkOutByCall(page, order, { kept: 1, exchanges: true });
  await open.shop.ops('exchange', 'sold-out', order.code);
  assert.deepEqual(await charges(page, order.id), ['Styling fee', 'Purchase', 'Refund']);
  await page.getByText(/Sold out on .+ Refund: \$.+ to your card/).waitFor();
  assert.deepEqual(visitor.complaints(), []);
});

for (const size of widths) {
  test(`Stripe’s script loads without a layout shift, and a customer can try again if it fails, at ${size.width} wide`, async () => {
    const visitor = await visitWithStripe(size);
    const { page, context, look, lookAtCard, complaints } = visitor;
    await registerByCall(page, `gil${size.name}@example.com`);
    let isDown = true;
    let isHeld = false;
    let letGo;
    const held = new Promise((resolve) => (letGo = resolve));
    await context.route('https://js.stripe.com/endive/stripe.js', async (route) => {
      if (isDown) return route.abort();
      if (isHeld) await held;
      return route.fallback();
    });
    await page.goto('/members/payment/billing');
    const alert = page.getByRole('alert').filter({ hasText: 'The payment service is not responding.' });
    await alert.waitFor();
    await look('stripe-unavailable');
    isDown = false;
    isHeld = true;
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('group', { name: 'Card number' }).waitFor();
    const below = page.getByLabel(/^My billing address is the same/);
    const before = await topOf(below);
    await look('stripe-loading');
    letGo();
    await stripeField(page, 'cvc').waitFor();
    await lookAtCard('stripe-loaded');
    assert.equal(await topOf(below), before);
    await fillStripeCard(page, STRIPE_CARD.accepted);
    assert.equal(await topOf(below), before);
    const unexpected = complaints().filter((text) => !text.includes('ERR_FAILED'));
    assert.deepEqual(unexpected, []);
  });
}

async function visitWithStripe(size) {
  const visitor = await visitAtPublicAddress(open, size);
  const { context, page, look } = visitor;
  await serveStripe(context, open.party);
  // Chromium paints a frame of another origin only while it is in view.
  const painted = () => stripeField(page, 'cvc').evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const lookAtCard = (name) => look(name, { height: TALL, before: painted });
  return { ...visitor, lookAtCard };
}

/** The distance of an element from the top of the page, in pixels, independent of scrolling. */
const topOf = (element) => element.evaluate((found) => found.getBoundingClientRect().top + window.scrollY);

/** A height at which the whole card form is in view on a phone. */
const TALL = 3_600;

const send = (page) => page.getByRole('button', { name: 'Save and order my box' });

const bankWindow = (page) => page.getByRole('dialog', { name: 'Your bank' });

/** Opens the card form as a new customer who has answered everything else. */
async function openCardForm({ page }, email) {
  const first = { ship_by_date: await openDay(page), subscription_type: 'subscription_30_day' };
  await registerByCall(page, email, { ...quizAnswers, ...first });
  await page.goto('/members/payment/billing');
  await stripeField(page, 'number').waitFor();
}

/**
 * Registers a new customer who orders a first box with a card. Returns the order. Many customers at one address look like fraud, so one
 * may have another `street`.
 */
async function orderWith(visitor, email, card, street) {
  const { page } = visitor;
  await openCardForm(visitor, email);
  await fillPayment(page, card, fillStripeCard);
  if (street) await page.getByLabel('Address line 1').fill(street);
  await send(page).click();
  await page.waitForURL('**/account/confirmation');
  return (await call(page, 'get', '/api/orders')).orders[0];
}

/** Types cards that Stripe's fields find invalid, and cards that the gateway or the bank refuses. */
async function beRefused({ page, lookAtCard, expect }) {
  // The button is disabled, and says what is missing.
  await send(page).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Card number: Required').waitFor();
  await lookAtCard('stripe-card-missing');
  await page.getByRole('link', { name: 'CVV: Required' }).click();
  await hasFocus(page, 'cvc');
  // A press on our label moves the focus into Stripe's field.
  await page.locator('label').filter({ hasText: 'Card number' }).click();
  await hasFocus(page, 'number');
  await page.keyboard.type('4242 4242 4242 4241');
  await page.keyboard.press('Tab');
  await page.getByText('Credit Card number is invalid', { exact: true }).waitFor();
  await stripeField(page, 'expiration').fill('01/20');
  await page.keyboard.press('Tab');
  await page.getByText('Invalid expiration date.', { exact: true }).waitFor();
  await lookAtCard('stripe-card-invalid');

  await fillPayment(page, STRIPE_CARD.declined, fillStripeCard);
  expect(402, '/api/credit_cards');
  expect(422, '/api/credit_cards');
  for (const [card, said] of [
    [STRIPE_CARD.declined, 'Your card was declined.'],
    [STRIPE_CARD.debit, 'We do not accept debit cards.'],
  ]) {
    await fillStripeCard(page, card);
    await send(page).click();
    await page.getByRole('group', { name: 'One thing to fix' }).filter({ hasText: said }).waitFor();
    assert.equal(await stripeField(page, 'cvc').inputValue(), '');
    assert.notEqual(await stripeField(page, 'number').inputValue(), '');
  }
  await lookAtCard('stripe-card-debit');
}

/** Delivers the box, keeps two of its items, and opens the last page of the checkout. */
async function decide(page, { id, code }) {
  const { status } = await call(page, 'get', `/api/orders/${id}`);
  for (const step of [...(status === 'styled' ? [] : ['style']), 'ship', 'deliver']) await open.shop.ops(step, code);
  const { line_items: items } = await call(page, 'get', `/api/orders/${id}`);
  const decisions = items.map((item, place) => ({ id: item.id, claimed_kept: place < 2, exchange_size: null, customer_feedback: '' }));
  await call(page, 'patch', `/api/orders/${id}`, { order: { line_items_attributes: decisions } });
  await page.goto('/members/checkout/confirmation');
}

/** The charges that an order's page lists. */
async function charges(page, id) {
  await page.goto(`/members/orderhistory/${id}`);
  const rows = page.getByRole('region', { name: 'What was charged' }).locator('dl > div dt');
  await rows.first().waitFor();
  return rows.evaluateAll((all) => all.map((row) => row.firstChild.textContent));
}
