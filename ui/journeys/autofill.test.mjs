// Forms that are filled in and not typed: card and address by Chromium's own autofill, the others as password managers do it.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { call, decideByCall, enter, registerAndEnter, newestCode, openDay, PASSWORD, passHumanCheck, quizAnswers } from './steps.mjs';
import { fillIn, opened, openWholeBrowser, visit, widths } from './support.mjs';

const [phone] = widths;

const open = opened();

const card = { number: '4242424242424242', name: 'Ada Lovelace', expiryMonth: '03', expiryYear: '2034', cvc: '123' };

/** An address as Chromium stores it. */
const addressIn = (state) => ({
  fields: Object.entries({
    NAME_FULL: 'Ada Lovelace',
    ADDRESS_HOME_LINE1: '12 Main Street',
    ADDRESS_HOME_LINE2: 'Apt 4',
    ADDRESS_HOME_CITY: 'Las Vegas',
    ADDRESS_HOME_STATE: state,
    ADDRESS_HOME_ZIP: '89101',
    ADDRESS_HOME_COUNTRY: 'US',
    PHONE_HOME_WHOLE_NUMBER: '+16125550100',
  }).map(([name, value]) => ({ name, value })),
});

// Only the full Chromium has `Autofill`.
describe('by Chromium itself', () => {
  let whole = null;
  after(async () => (await whole)?.close());

  /** Opens the payment form in the full Chromium. `fill` lets it fill in stored data, starting at the field with a label. */
  async function openPayment(email) {
    whole ??= openWholeBrowser();
    const visitor = await visit({ browser: await whole, shop: open.shop }, phone);
    const { page, context } = visitor;
    const first = { ship_by_date: await openDay(page), subscription_type: 'subscription_30_day' };
    await registerAndEnter(visitor, email, '/members/payment/billing', { ...quizAnswers, ...first });
    // Chromium does not overwrite fields. The form has already filled in the ZIP code of the registration, city and state.
    await page.getByText('Filled in from the ZIP code: Minneapolis, MN').waitFor();
    for (const label of ['ZIP code', 'City', 'State']) await page.getByLabel(label).fill('');
    const browser = await context.newCDPSession(page);
    const fill = async (label, kept) => {
      const field = page.getByLabel(label);
      await field.focus();
      const { root } = await browser.send('DOM.getDocument');
      const selector = `[id="${await field.getAttribute('id')}"]`;
      const { nodeId } = await browser.send('DOM.querySelector', { nodeId: root.nodeId, selector });
      const { node } = await browser.send('DOM.describeNode', { nodeId });
      await browser.send('Autofill.trigger', { fieldId: node.backendNodeId, ...kept });
    };
    return { ...visitor, fill };
  }

  test('a filled-in card and address are normalized, and the first box is ordered', async () => {
    const { page, context, fill, complaints } = await openPayment('whole@example.com');
    await fill('Address line 1', { address: addressIn('Nevada') });
    await fill('Card number', { card });
    for (const [label, text] of [
      ['Address line 2', 'Apt 4'],
      ['City', 'Las Vegas'],
      ['State', 'NV'],
      ['ZIP code', '89101'],
      ['Cell phone', '(612) 555-0100'],
      ['Card number', '4242-4242-4242-4242'],
      ['Expiration', '03/34'],
      ['CVV', '123'],
    ]) {
      const id = await page.getByLabel(label).getAttribute('id');
      await page.waitForFunction(([field, wanted]) => document.getElementById(field).value === wanted, [id, text]);
    }
    await page.getByRole('button', { name: 'Save and order my box' }).click();
    await page.waitForURL('**/account/confirmation');
    const [address] = (await call(page, 'get', '/api/account')).shipping_addresses;
    assert.deepEqual(
      [address.shipping_line_2, address.shipping_city, address.shipping_state, address.shipping_phone],
      ['Apt 4', 'Las Vegas', 'NV', '6125550100'],
    );
    assert.equal((await call(page, 'get', '/api/credit_card')).data.card_info.expiration, '03/34');
    assert.deepEqual(complaints(), []);
    await context.close();
  });

  test('a customer with a state that does not match the ZIP code is asked about it, and corrects it with one tap', async () => {
    const { page, context, fill, complaints } = await openPayment('asked@example.com');
    await fill('Address line 1', { address: addressIn('Nebraska') });
    await page.getByLabel('Card number').focus();
    await page.getByText('89101 is in Nevada.').waitFor();
    await page.getByRole('button', { name: 'Change to Nevada' }).click();
    assert.equal(await page.getByLabel('State').inputValue(), 'NV');
    await page.getByText('89101 is in Nevada.').waitFor({ state: 'detached' });
    assert.deepEqual(complaints(), []);
    await context.close();
  });
});

test('a visitor registers and signs in with filled-in forms', async () => {
  const visitor = await visit(open, phone);
  const { page } = visitor;
  await page.goto('/members/register');
  await fillIn(page, {
    'First name': ' Ada\u200b',
    'Last name': 'Lovelace',
    Email: 'filled-in@example.com',
    'Confirm email': 'filled-in@example.com',
    'ZIP Code': '55401 1234',
    Password: PASSWORD,
  });
  await passHumanCheck(page);
  await page.getByRole('button', { name: 'Create my account' }).click();
  await page.waitForURL('**/quiz/1');
  const { first_name, registration_postal_code } = await call(page, 'get', '/api/account');
  assert.deepEqual([first_name, registration_postal_code], ['Ada', '55401-1234']);

  await call(page, 'delete', '/api/sessions');
  await page.goto('/members/login');
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  await fillIn(page, { Email: 'filled-in@example.com', Password: PASSWORD });
  await passHumanCheck(page);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/dashboard');
  assert.deepEqual(visitor.complaints(), []);
});

test('a filled-in account, its code and another card are normalized', async () => {
  const visitor = await visit(open, phone);
  const { page, expect } = visitor;
  expect(403, '/api/account');
  await enter(visitor, 'maya@example.com', '/members/account/management');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await fillIn(page, {
    'Cell phone': '+1 (612) 555-0177',
    'Address line 1': '12 Main Street',
    'ZIP code': '89101 1234',
    City: 'Las Vegas',
    State: 'Nebraska',
  });
  await page.getByText('89101 is in Nevada.').waitFor();
  await page.getByRole('button', { name: 'Change to Nevada' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Request Code' }).click();
  await page.getByText('Code Sent!').waitFor();
  const code = await newestCode(open.shop);
  await fillIn(page, { Code: `${code.slice(0, 3)}\u00a0${code.slice(3)}` });
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL('**/dashboard');
  const { phone: number, shipping_addresses } = await call(page, 'get', '/api/account');
  const { shipping_state, shipping_postal_code } = shipping_addresses.find(({ is_primary }) => is_primary);
  assert.deepEqual([number, shipping_state, shipping_postal_code], ['6125550177', 'NV', '89101-1234']);

  // The code that was just entered covers this change too.
  await page.goto('/members/change/payment');
  await page.getByRole('heading', { name: 'On file' }).waitFor();
  await fillIn(page, {
    'Card number': '4242–4242–4242–4242',
    Expiration: '2034-03',
    CVV: '１２３',
    'Billing ZIP code': '891011234',
    'Billing state': 'Nev.',
  });
  await page.getByRole('button', { name: 'Change Payment' }).click();
  await page.getByText('Your card is saved.').waitFor();
  const { cardholder, card_info } = (await call(page, 'get', '/api/credit_card')).data;
  assert.deepEqual([cardholder.state, card_info.expiration], ['NV', '03/34']);
  assert.deepEqual(visitor.complaints(), []);
});

test('a filled-in new address for an order is normalized', async () => {
  const visitor = await visit(open, phone);
  const { page } = visitor;
  await enter(visitor, 'maya@example.com', '/members/customize/order/order');
  await page.getByRole('button', { name: 'Change address' }).click();
  await fillIn(page, { 'Address line 1': '1 West Street', 'ZIP code': '８９５０１', City: 'Reno', State: 'Nebraska', 'Cell phone': '+1 612.555.0188' });
  await page.getByText('89501 is in Nevada.').waitFor();
  await page.getByRole('button', { name: 'Change to Nevada' }).click();
  await page.getByRole('button', { name: 'Save this address' }).click();
  await page.getByRole('button', { name: 'Change address' }).waitFor();
  const { shipping_addresses } = await call(page, 'get', '/api/account');
  const saved = shipping_addresses.find(({ is_primary }) => is_primary);
  const { shipping_state, shipping_postal_code, shipping_phone } = saved;
  assert.deepEqual([shipping_state, shipping_postal_code, shipping_phone], ['NV', '89501', '6125550188']);
  assert.deepEqual(visitor.complaints(), []);
});

test('a filled-in other address for an exchange is normalized', async () => {
  const visitor = await visit(open, phone);
  const { page } = visitor;
  await enter(visitor, 'dana@example.com', '/members/dashboard');
  const { orders } = await call(page, 'get', '/api/orders');
  const box = orders.find(({ status }) => status === 'delivered_to_customer');
  await decideByCall(page, box, { kept: 1, exchanges: true });
  await page.goto('/members/checkout/confirmation');
  await page.getByRole('button', { name: 'Send it somewhere else' }).click();
  await fillIn(page, { 'Address line 1': '12 Main Street', 'ZIP code': '891011234', City: 'Las Vegas', State: 'nevada ', 'Cell phone': '(612) 555–0188' });
  await page.getByRole('button', { name: 'Use this address' }).click();
  await page.getByRole('region', { name: 'Your new size goes to' }).getByText('Las Vegas, NV 89101-1234').waitFor();
  await page.getByRole('button', { name: 'Complete Purchase' }).click();
  await page.getByText('Thank you for checking out!').waitFor();
  const exported = await call(page, 'get', '/api/account/export');
  const { state, postal_code, phone: number } = exported.orders.find(({ code }) => code === box.code).invoices.at(-1).exchange_address;
  assert.deepEqual([state, postal_code, number], ['NV', '89101-1234', '6125550188']);
  assert.deepEqual(visitor.complaints(), []);
});

test('a visitor signs up on a store’s tablet with a filled-in form', async () => {
  const visitor = await visit(open, phone);
  const { page } = visitor;
  await page.goto('/members/stylebox-store-signup-location');
  await page.getByRole('radio', { name: /^Edina Galleria/ }).check();
  await page.getByRole('button', { name: 'Next' }).last().click();
  await page.getByText('Galleria, Edina').waitFor();
  await fillIn(page, { 'First name': 'Eve\u200b ', 'Last name': 'Moss', Email: 'eve@example.com', 'ZIP Code': '55403 1234' });
  await passHumanCheck(page);
  await page.getByRole('button', { name: 'Create my account' }).click();
  await page.getByRole('heading', { name: 'Welcome, Eve', exact: true }).waitFor();
  const { first_name, registration_postal_code } = await call(page, 'get', '/api/account');
  assert.deepEqual([first_name, registration_postal_code], ['Eve', '55403-1234']);
  assert.deepEqual(visitor.complaints(), []);
});
