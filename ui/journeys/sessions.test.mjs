// A session that ends while a members' form is filled in, and two tabs: what was typed is not lost, not sent twice and not sent for
// another customer, and what another tab saved is not overwritten without notice. Refer a friend has no form.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { call, choose, enter, fillCard, keptInBrowser, newestCode, PASSWORD, registerByCall, signIn, signInByCall } from './steps.mjs';
import { opened, visit, widths } from './support.mjs';

const [phone, desk] = widths;

const open = opened();

const DANA = 'dana@example.com';
const MAYA = 'maya@example.com';
/** Another customer who uses the same browser. */
const ANN = 'ann@example.com';

const NEW_PASSWORD = 'Wardrobe#2027';

/** Ways in which a session ends without the page's knowledge. */
const endings = {
  /** The customer signs this device out on another one. */
  device: async (page, email) => {
    const browser = await open.browser.newContext({ baseURL: open.shop.url });
    const device = { context: () => browser, request: browser.request };
    await signInByCall(device, email);
    await call(device, 'delete', '/api/account/devices');
  },
  /** Another customer signs in in another tab. */
  somebody: async (page) => {
    await signInByCall(page, ANN);
    return readAll(page);
  },
  /** The session expires after two weeks. */
  clock: async () => void (await open.shop.passDays(15)),
};

const button = (page, name) => page.getByRole('button', { name, exact: true });
const press = (name) => (page) => button(page, name).click();
const said = (page, text) => page.getByText(text).first().waitFor();

/**
 * The forms. `ends` is how the session ends. `fill` types; `press` sends, which leads to sign-in; `back` checks after sign-in that what
 * was typed is there, and types secrets again; `again` sends again (by default `press`); `saved` checks that it was saved. `sends` is
 * the call that must succeed exactly once.
 */
const forms = [
  {
    name: 'a box that is sent',
    who: MAYA,
    path: '/customize/order/order',
    ends: 'somebody',
    sends: 'POST /api/orders',
    fill: async (page) => {
      await page.locator('[data-day]:not([data-outside-month])').first().waitFor();
      await choose(page.getByRole('radio', { name: 'Weekend Away' }));
      await page.getByLabel('What is this box for?').fill('Three days by the lake');
    },
    press: press('Send My Stylebox!'),
    back: async (page) => {
      await button(page, 'Send My Stylebox!').waitFor();
      assert.equal(await page.getByLabel('What is this box for?').inputValue(), 'Three days by the lake');
      assert.ok(await page.getByRole('radio', { name: 'Weekend Away' }).isChecked());
    },
    saved: async (page) => {
      await said(page, 'Your box is ordered.');
      const [order] = await ordersOf(page);
      assert.deepEqual([order.status, order.on_demand_customer_msg, order.themebox_sign_up], ['created', 'Three days by the lake', true]);
      await call(page, 'post', `/api/orders/${order.id}/cancel`);
    },
  },
  {
    name: 'a box that is picked up',
    who: MAYA,
    path: '/customize/order/new/pickup',
    ends: 'device',
    sends: 'POST /api/orders',
    fill: async (page) => {
      await page.getByRole('radio', { name: /^Monroe Street/ }).check();
      await button(page, 'Next month').click();
      await page.locator('[data-day]:not([data-blocked]):not([data-outside-month])').first().click();
      await page.getByLabel('Cell phone').fill('6125550177');
    },
    press: press('Place Order'),
    back: async (page) => {
      await page.locator('[data-day][data-selected]').waitFor();
      assert.ok(await page.getByRole('radio', { name: /^Monroe Street/ }).isChecked());
      assert.equal(await page.getByLabel('Cell phone').inputValue(), '612-555-0177');
    },
    saved: async (page) => {
      await said(page, /^Your box is ordered\. Pick it up on/);
      const [order] = await ordersOf(page);
      assert.deepEqual([order.customer_pick_up, order.phone], [true, '6125550177']);
      await call(page, 'post', `/api/orders/${order.id}/cancel`);
    },
  },
  {
    name: 'a decision about an item',
    who: DANA,
    path: '/checkout/review',
    ends: 'device',
    before: async (page) => {
      const [{ id, line_items }] = await ordersOf(page);
      const keep = ({ id: item }) => ({ id: item, claimed_kept: true, exchange_size: null, customer_feedback: '' });
      await call(page, 'patch', `/api/orders/${id}`, { order: { line_items_attributes: line_items.slice(1).map(keep) } });
    },
    fill: async (page) => {
      await decisions(page).first().getByRole('radio', { name: 'Return', exact: true }).click();
      await page.getByRole('dialog').getByLabel('A note for your stylist').fill('Too long for me');
    },
    press: (page) => page.getByRole('dialog').getByRole('button', { name: 'Save' }).click(),
    back: async (page) => {
      await decisions(page).first().waitFor();
      assert.ok(await decisions(page).first().getByRole('radio', { name: 'Return', exact: true }).isChecked());
    },
    again: press('Review Order'),
    saved: async (page) => {
      await page.waitForURL('**/checkout/confirmation');
      const [{ line_items }] = await ordersOf(page);
      const decided = line_items.filter(({ claimed_kept }) => claimed_kept === false);
      assert.deepEqual(decided.map(({ customer_feedback }) => customer_feedback), ['Additional comments: Too long for me']);
    },
  },
  {
    name: 'the purchase',
    who: DANA,
    path: '/checkout/confirmation',
    ends: 'device',
    sends: /^POST \/api\/invoices\/[^/]+\/checkout$/,
    // The discount code of the first box is already applied.
    before: async (page) => {
      const [{ id }] = await ordersOf(page);
      const invoice = await call(page, 'get', `/api/orders/${id}/invoices/current`);
      await call(page, 'delete', `/api/invoices/${invoice.id}/coupons`);
    },
    fill: (page) => page.getByLabel('Discount code').fill('hello25'),
    press: press('Complete Purchase'),
    back: async (page) => {
      await button(page, 'Complete Purchase').waitFor();
      assert.equal(await page.getByLabel('Discount code').inputValue(), 'hello25');
    },
    saved: (page) => page.waitForURL('**/checkout/success'),
  },
  {
    name: 'the review of the stylist',
    who: DANA,
    path: '/checkout/success',
    ends: 'device',
    sends: 'POST /api/reviews',
    fill: async (page) => {
      await choose(page.getByRole('radio', { name: '4 stars' }));
      await page.getByLabel('Your review').fill('A lovely scarf');
    },
    press: press('Submit Review'),
    back: async (page) => {
      await page.getByText('4 of 5').waitFor();
      assert.equal(await page.getByLabel('Your review').inputValue(), 'A lovely scarf');
    },
    saved: async (page) => {
      await page.waitForURL('**/dashboard');
      const [{ order_review, review_rating }] = await ordersOf(page);
      assert.deepEqual([order_review, review_rating], ['A lovely scarf', 4]);
    },
  },
  {
    name: 'the subscription',
    who: MAYA,
    path: '/manage/subscription',
    ends: 'somebody',
    sends: 'PATCH /api/account',
    fill: (page) => choose(page.getByRole('radio', { name: /Quarterly/ })),
    press: press('Save'),
    back: async (page) => {
      await button(page, 'Save').waitFor();
      assert.ok(await page.getByRole('radio', { name: /Quarterly/ }).isChecked());
    },
    saved: async (page) => {
      await said(page, 'Your changes are saved.');
      assert.equal((await accountOf(page)).subscription_type, 'subscription_90_day');
    },
  },
  {
    name: 'another card',
    who: MAYA,
    path: '/change/payment',
    ends: 'somebody',
    sends: 'POST /api/mfa_resubmissions',
    refused: 403,
    secrets: ['5555555', '5555-5555', '5555 5555'],
    fill: async (page) => {
      await page.getByLabel('Billing address line 2').fill('Suite 7');
      await fillCard(page, OTHER_CARD);
    },
    press: press('Change Payment'),
    back: async (page) => {
      await page.getByLabel('Billing address line 2').waitFor();
      assert.equal(await page.getByLabel('Billing address line 2').inputValue(), 'Suite 7');
      for (const secret of ['Card number', 'Expiration', 'CVV']) assert.equal(await page.getByLabel(secret).inputValue(), '', secret);
      await fillCard(page, OTHER_CARD);
    },
    saved: async (page) => {
      await button(page, 'Request Code').click();
      await said(page, 'Code Sent!');
      await page.getByLabel('Code', { exact: true }).fill(await newestCode(open.shop));
      await button(page, 'Submit').click();
      await said(page, 'Your card is saved.');
      const { data } = await call(page, 'get', '/api/credit_card');
      assert.match(data.card_info.credit_card_number, /4444$/);
    },
  },
  {
    name: 'the account',
    path: '/account/management',
    ends: 'device',
    sends: 'PATCH /api/account',
    before: (page) => call(page, 'patch', '/api/account', { shipping_address: ADDRESS }),
    fill: async (page) => {
      await page.getByLabel('Last name').fill('Byron');
      await page.getByLabel('Address line 2').fill('Suite 7');
    },
    press: press('Save'),
    back: async (page) => {
      await said(page, 'You changed something here that is not saved yet.');
      assert.equal(await page.getByLabel('Last name').inputValue(), 'Byron');
      assert.equal(await page.getByLabel('Address line 2').inputValue(), 'Suite 7');
    },
    saved: async (page) => {
      await said(page, 'Your changes are saved.');
      const { last_name, shipping_addresses } = await accountOf(page);
      const { shipping_line_2 } = shipping_addresses.find(({ is_primary }) => is_primary);
      assert.deepEqual([last_name, shipping_line_2], ['Byron', 'Suite 7']);
    },
  },
  {
    name: 'the password',
    path: '/account/management',
    ends: 'device',
    sends: 'PUT /api/registrations',
    secrets: [PASSWORD, NEW_PASSWORD],
    fill: fillPasswords,
    press: press('Save New Password'),
    back: async (page) => {
      await button(page, 'Change password').waitFor();
      await fillPasswords(page);
    },
    saved: (page) => said(page, /^Your password is changed\./),
  },
  {
    name: 'a section of the style profile',
    path: '/edit-profile/about',
    ends: 'device',
    sends: /^PATCH \/api\/style_profiles\/[^/]+$/,
    fill: (page) => page.getByLabel('What fills your weekdays?').fill('Baker'),
    press: press('Save Changes'),
    back: async (page) => {
      await said(page, 'You changed something here that is not saved yet.');
      assert.equal(await page.getByLabel('What fills your weekdays?').inputValue(), 'Baker');
    },
    saved: async (page) => {
      await said(page, 'Your profile is saved.');
      assert.equal((await call(page, 'get', '/api/questionnaire')).responses.profession, 'Baker');
    },
  },
  {
    name: 'a photo',
    path: '/edit-profile/style',
    ends: 'device',
    sends: /^PUT \/uploads\//,
    fill: (page) => photos(page).waitFor(),
    // A photo is sent as soon as it is chosen.
    press: async (page) => {
      const buffer = await page.screenshot();
      const input = photos(page).getByLabel(/^(Choose|Add more) photos$/).and(page.locator('input'));
      await input.setInputFiles([{ name: 'first.png', mimeType: 'image/png', buffer }]);
    },
    back: (page) => button(page, 'Try again with first.png').waitFor(),
    again: press('Try again with first.png'),
    saved: async (page) => {
      await photos(page).getByRole('img', { name: /^Your outfit/ }).waitFor();
      await said(page, '1 of 5 photos');
    },
  },
  {
    name: 'the closing of the account',
    path: '/account/management',
    ends: 'device',
    sends: 'POST /api/account/close',
    secrets: [PASSWORD],
    fill: fillClosing,
    press: press('Close my account for good'),
    back: async (page) => {
      await button(page, 'Close my account').waitFor();
      await fillClosing(page);
    },
    saved: (page) => said(page, 'Your account is closed.'),
  },
  {
    name: 'the account, after two weeks',
    path: '/account/management',
    ends: 'clock',
    sends: 'PATCH /api/account',
    before: (page) => call(page, 'patch', '/api/account', { shipping_address: ADDRESS }),
    fill: (page) => page.getByLabel('First name').fill('Augusta'),
    press: press('Save'),
    back: async (page) => {
      await said(page, 'You changed something here that is not saved yet.');
      assert.equal(await page.getByLabel('First name').inputValue(), 'Augusta');
    },
    saved: async (page) => {
      await said(page, 'Your changes are saved.');
      assert.equal((await accountOf(page)).first_name, 'Augusta');
    },
  },
];

const ADDRESS = { line_1: '12 Main Street', city: 'Minneapolis', state: 'MN', postal_code: '55401', phone: '6125550100' };
const OTHER_CARD = '5555 5555 5555 4444';

describe('two tabs', () => {
  test('another customer who signs in finds nothing that was typed', async () => {
    const visitor = await visit(open, desk);
    const { page } = visitor;
    visitor.expect(401, '/api/.*');
    await registerByCall(page, 'typed-before@example.com');
    await page.goto('/members/account/management');
    await page.getByLabel('Last name').fill('Byron');
    await signInByCall(page, ANN);
    await page.reload();
    await page.getByLabel('Last name').waitFor();
    assert.equal(await page.getByLabel('Last name').inputValue(), 'Larsen');
    assert.equal(await page.getByText('You changed something here').count(), 0);
    assert.ok(!(await keptInBrowser(page)).includes('Byron'));
    assert.deepEqual(visitor.complaints(), []);
  });

  test('a customer is told before a frequency or an order that another tab saved is overwritten', async () => {
    const visitor = await visit(open, desk);
    const { page, context, look } = visitor;
    await enter(visitor, MAYA, '/members/manage/subscription');
    await choose(page.getByRole('radio', { name: /Every month/ }));
    const other = await context.newPage();
    await other.goto('/members/manage/subscription');
    await choose(other.getByRole('radio', { name: /Quarterly/ }));
    await button(other, 'Save').click();
    await other.waitForURL('**/dashboard');
    await button(page, 'Save').click();
    await page.getByRole('link', { name: /^How often boxes come: This was changed in another tab or on another device/ }).waitFor();
    assert.equal((await accountOf(page)).subscription_type, 'subscription_90_day');
    await look('subscription-changed-elsewhere');
    await button(page, 'Save').click();
    await page.waitForURL('**/dashboard');
    assert.equal((await accountOf(page)).subscription_type, 'subscription_30_day');

    await other.goto('/members/customize/order/order');
    await button(other, 'Send My Stylebox!').click();
    await other.waitForURL('**/dashboard');
    const [{ id }] = await ordersOf(page);
    for (const [tab, note] of [
      [page, 'A wedding'],
      [other, 'A funeral'],
    ]) {
      await tab.goto(`/members/customize/order/${id}`);
      await tab.getByLabel('What is this box for?').fill(note);
    }
    await button(other, 'Save Changes').click();
    await other.waitForURL('**/dashboard');
    await other.close();
    await button(page, 'Save Changes').click();
    await page.getByRole('link', { name: /^Note: This was changed in another tab or on another device/ }).waitFor();
    assert.equal((await ordersOf(page))[0].on_demand_customer_msg, 'A funeral');
    await look('order-changed-elsewhere');
    await button(page, 'Save Changes').click();
    await page.waitForURL('**/dashboard');
    assert.equal((await ordersOf(page))[0].on_demand_customer_msg, 'A wedding');
    await call(page, 'post', `/api/orders/${id}/cancel`);
    assert.deepEqual(visitor.complaints(), []);
  });
});

describe('a session that ends in the form of', () => {
  for (const form of forms) {
    test(`${form.name}: the customer signs in, finds what they typed, and sends it once`, async () => {
      const visitor = await visit(open, phone);
      const { page } = visitor;
      const email = form.who ?? `${form.name.replaceAll(/\W+/g, '-')}@example.com`;
      // The calls that the page makes by itself are refused too.
      visitor.expect(401, '/api/.*');
      if (form.refused) visitor.expect(form.refused, '/api/.*');
      if (form.who) await signInByCall(page, email);
      else await registerByCall(page, email);
      await form.before?.(page);
      await page.goto(`/members${form.path}`);
      await form.fill(page);
      const others = await endings[form.ends](page, email);
      const sent = sentBy(page, form.sends);
      await form.press(page);
      await page.waitForURL('**/login');
      const held = await keptInBrowser(page);
      for (const secret of form.secrets ?? []) assert.ok(!held.includes(secret), 'no secret is kept in the browser');
      if (others !== undefined) assert.deepEqual(await readAll(page), others, 'nothing is saved for the other customer');
      assert.equal(sent.length, 0);

      await signIn(page, email);
      await page.waitForURL(`**${form.path}`);
      await form.back(page);
      await (form.again ?? form.press)(page);
      await form.saved(page);
      if (form.sends) assert.equal(sent.length, 1, `${sent}`);
      assert.deepEqual(visitor.complaints(), []);
    });
  }
});

async function fillPasswords(page) {
  await button(page, 'Change password').click();
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
}

async function fillClosing(page) {
  await button(page, 'Close my account').click();
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
}

const decisions = (page) => page.getByRole('radiogroup', { name: /^Your choice for/ });
const photos = (page) => page.getByRole('group', { name: /Show us how you dress/ });

const accountOf = (page) => call(page, 'get', '/api/account');
const ordersOf = async (page) => (await call(page, 'get', '/api/orders')).orders;

/** Everything that a form could save for the signed-in customer. */
const readAll = async (page) => [await accountOf(page), await ordersOf(page)];

/** The page's calls with this name that the server accepted. */
function sentBy(page, name) {
  const calls = [];
  page.on('response', (response) => {
    const call = `${response.request().method()} ${new URL(response.url()).pathname}`;
    if (response.ok() && (name instanceof RegExp ? name.test(call) : name === call)) calls.push(call);
  });
  return calls;
}
