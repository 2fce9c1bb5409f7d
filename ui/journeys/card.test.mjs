// Failures of the card of a sign-up, and the code that a later change of card needs.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answer, cancelOrder, CARD, enter, fillCard, fillPayment, keptInBrowser, newestCode, openDay, registerByCall } from './steps.mjs';
import { desk, opened, phone, visit } from './support.mjs';

/** A card that the gateway accepts, other than the one that is saved first. */
const ANOTHER_CARD = '5555 5555 5555 4444';


const open = opened();

test('a refused card keeps the form; a failed order is repeated without typing the card again; a new card needs a code', async () => {
  const visitor = await visit(open, phone);
  const { page } = visitor;
  await registerByCall(page, 'ada@example.com');
  await page.goto('/members/payment/shipping');
  await visitor.look('payment-shipping');
  await page.getByRole('link', { name: 'Enter Shipping Details' }).click();
  await page.waitForURL('**/payment/billing');

  await typeDiscounts(visitor);
  await beRefused(visitor);
  await orderWithoutCard(visitor);
  await page.getByRole('link', { name: 'Go to my dashboard' }).click();
  await cancelOrder(page);
  await changeCardByCode(visitor, open.shop);
  assert.deepEqual(visitor.complaints(), []);
});

test('the confirmation opens only after the form was sent', async () => {
  const visitor = await visit(open, phone);
  await enter(visitor, 'dana@example.com', '/members/account/confirmation');
  await visitor.page.waitForURL('**/dashboard');
});

const send = (page) => page.getByRole('button', { name: 'Save and order my box' });

async function typeDiscounts({ page, look, expect }) {
  expect(422, '/api/account/validate_signup_code/[^/]+');
  const code = page.getByLabel('Discount code');
  await page.getByText('$25.00 off your first box with Hello25.').waitFor();
  await page.getByText('Enter a discount code').click();
  await look('payment-discount');
  await code.fill('NOSUCHCODE');
  await page.getByText('This code is not recognized.').waitFor();
  await look('payment-discount-unknown');
  await code.fill('hello25');
  await page.getByText('with the code you entered').waitFor();
  await code.fill('');
  await page.getByText('with Hello25.').waitFor();
}

async function beRefused({ page, look, expect }) {
  expect(402, '/api/credit_cards');
  expect(422, '/api/credit_cards');
  expect(503, '/api/credit_cards');
  await fillPayment(page, CARD.declined);
  const inPlace = page.getByRole('alert').or(page.getByRole('group', { name: 'One thing to fix' }));
  for (const [card, said, marksNumber] of [
    [CARD.declined, 'Your card was declined.', true],
    [CARD.debit, 'We do not accept debit cards.', true],
    [CARD.silent, 'The payment service is not responding.', false],
  ]) {
    await fillCard(page, card);
    await send(page).click();
    await inPlace.filter({ hasText: said }).waitFor();
    if (marksNumber) await look(`payment-refused-${said.includes('debit') ? 'debit' : 'declined'}`);
    const isMarked = async (label) => (await page.getByLabel(label).getAttribute('aria-invalid')) === 'true';
    assert.deepEqual([await isMarked('Card number'), await isMarked('CVV')], [marksNumber, false]);
    assert.equal(await page.getByLabel('CVV').inputValue(), '');
    assert.equal(await page.getByLabel('Address line 1').inputValue(), '12 Main Street');
  }
  await look('payment-gateway-silent');

  // The embedded address provider rejects this address.
  await page.getByLabel('Address line 1').fill('1 Nowhere Lane');
  await fillCard(page, CARD.accepted);
  await send(page).click();
  const where = page.getByRole('region', { name: 'Where it goes' });
  await where.getByText('Invalid Address. Please enter a valid address.').waitFor();
  await look('payment-address-refused');
  await page.getByLabel('Address line 1').fill('12 Main Street');
}

/** Orders without a chosen day: the card is saved, and the order fails until a day is chosen. */
async function orderWithoutCard({ page, look }) {
  await fillPayment(page, CARD.accepted);
  await send(page).dblclick();
  await page.getByRole('heading', { level: 1, name: 'One step to your box' }).waitFor();
  await page.getByRole('alert').filter({ hasText: 'Please choose a day that is open.' }).waitFor();
  await look('payment-order-failed');

  await page.getByRole('alert').getByRole('link', { name: 'Choose another day' }).click();
  await page.waitForURL('**/quiz/delivery');
  await page.getByRole('radio', { name: /Every other month/i }).check();
  await page.getByRole('button', { name: 'Next' }).last().click();
  // The link led there from the payment, so Next leads back.
  await page.waitForURL('**/payment/billing');
  await page.getByRole('heading', { level: 1, name: 'One step to your box' }).waitFor();
  assert.equal(await page.getByLabel('Card number').count(), 0, 'the card is not asked for again');
  await look('payment-order-again');
  await page.getByRole('button', { name: 'Order my box' }).dblclick();
  await page.waitForURL('**/account/confirmation');
  await page.getByText('on its way to being styled').waitFor();
  await look('account-confirmation-again');
}

async function changeCardByCode({ page, look, expect }, shop) {
  expect(403, '/api/credit_cards');
  expect(422, '/api/mfa_resubmissions');
  await page.clock.install();
  await page.goto('/members/payment/billing');
  await fillCard(page, ANOTHER_CARD);
  await look('payment-another-card');
  await page.getByRole('button', { name: 'Save my card' }).click();
  await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor();
  await look('code-step');
  // The first code by text message, the second by email.
  await page.getByRole('radio', { name: 'Text message to …0100' }).check();
  await page.getByRole('button', { name: 'Request Code' }).click();
  await page.getByText('Code Sent!').waitFor();
  await page.getByText('It is on its way to …0100.').waitFor();
  await page.getByText(/^Didn’t get it\? You can request another code in \d+ seconds\.$/).waitFor();
  await look('code-step-sent');

  const first = await newestCode(shop);
  const code = page.getByLabel('Code', { exact: true });
  await code.fill(first === '000000' ? '111111' : '000000');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('Oops! The code entered is incorrect. Please check and try again.').waitFor();
  await look('code-step-wrong');

  await page.clock.fastForward(31_000);
  await page.getByRole('radio', { name: 'Email to a…@example.com' }).check();
  await page.getByRole('button', { name: 'Request Code' }).click();
  await page.getByText('It is on its way to a…@example.com.').waitFor();
  await code.fill(await newestCode(shop));
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL('**/account/confirmation');
  await page.getByText('Your card is saved.').waitFor();
  await look('account-confirmation-card');
  assert.ok(!(await page.getByRole('main').innerText()).includes('mfa'), 'the words of the call appear nowhere');
  const kept = await keptInBrowser(page);
  for (const secret of ['4444', first]) assert.ok(!kept.includes(secret), 'no secret is kept in the browser');
}

describe('the summary beside the card', () => {
  test('shows the store of a pick-up', async () => {
    const visitor = await visit(open, desk);
    const { page, look } = visitor;
    await registerByCall(page, 'pick-up@example.com');
    await answer(page, {
      delivery_style: 'I will pick it up',
      preferred_store: 'Minnesota - Edina Galleria',
      ship_by_date: await openDay(page),
    });
    await page.goto('/members/payment/info');
    const summary = page.getByRole('complementary', { name: 'What you order' });
    await summary.getByText('Edina Galleria').first().waitFor();
    await look('payment-pick-up');
    assert.deepEqual(visitor.complaints(), []);
  });

  test('shows the name of a theme box, and the order is for that theme', async () => {
    const visitor = await visit(open, phone);
    const { page, look } = visitor;
    const { results } = await (await page.request.get('/api/current_themeboxes')).json();
    const [{ theme, label }] = results;
    await page.goto('/members/login');
    await registerByCall(page, 'theme-box@example.com');
    // The screen of the theme boxes stores the choice in this key.
    await page.evaluate((name) => sessionStorage.setItem('stylebox.selectedThemebox', name), theme);
    await answer(page, {
      delivery_style: 'Send it to me',
      ship_by_date: await openDay(page),
      subscription_type: 'subscription_on_demand',
    });
    await page.goto('/members/payment/billing');
    const summary = page.getByRole('complementary', { name: 'What you order' });
    await summary.getByText(label).waitFor();
    await fillPayment(page, CARD.accepted);
    await look('payment-theme-box');
    await send(page).click();
    await page.waitForURL('**/account/confirmation');
    await page.getByText(label).waitFor();
    await look('account-confirmation-theme-box');
    assert.equal((await newestOrder(page)).themebox, theme);
    assert.deepEqual(visitor.complaints(), []);
  });
});

const newestOrder = async (page) => (await (await page.request.get('/api/orders')).json()).orders[0];
