// Long names, and a phone at 200% zoom, on each kind of screen: nothing is cut off or wider than the screen.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answer, call, checkOutByCall, signInByCall } from './steps.mjs';
import { opened, visit } from './support.mjs';

const open = opened();

/** A phone of 390 pixels at 200% zoom, and one of 320 pixels. */
const narrow = [
  { name: '195', width: 195, height: 422 },
  { name: '320', width: 320, height: 640 },
];

/** The call with which most screens read the orders. */
const CURRENT_ORDERS = /\/api\/orders\?limit=\d+$/;

const LONG = 'Wolfeschlegelsteinhausenbergerdorffvonhohenheim';
/** The longest word that people may type, and its parts that are allowed as a brand and as a surname. */
const WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const BRAND = WORD.slice(0, 35);
const SURNAME = WORD.slice(0, 60);
/** A text with more lines than a folded text shows. */
const NOTE = [WORD, ...Array.from({ length: 9 }, (_, line) => `Line ${line + 2}`)].join('\n');

for (const size of narrow) {
  test(`nothing is cut off or wider than ${size.width}`, async () => {
    const visitor = await visit(open, size);
    const { page } = visitor;
    await lengthen(page);
    await fits(page, '/welcome');
    await fits(page, '/catalog-qr');
    await fits(page, '/theme/box', 'Date Night');
    await fits(page, '/schedule-pickup', 'Edina Galleria');
    await fits(page, '/register?referral=FRIEND&themebox=cold_snap', 'invited you');
    // The tab remembers the theme box once the screen has shown it.
    await page.getByText('Cold Snap').first().waitFor();
    await fits(page, '/register-themebox', 'Cold Snap');
    await fits(page, '/login');
    await fits(page, '/forgot_password', 'Forgot your password');
    await fits(page, '/reset_password?email=ann@example.com&reset_password_token=token', 'Reset your password');
    await fits(page, '/stylebox-store-signup-location', 'Edina Galleria');
    await page.evaluate((id) => localStorage.setItem('stylebox.tablet.store', id), await storeId(page));
    await fits(page, '/stylebox-store-signup', `Galleria ${LONG}`);
    await page.evaluate(() => [sessionStorage, localStorage].forEach((storage) => storage.clear()));
    await signInByCall(page, 'ann@example.com');
    await page.evaluate(() => sessionStorage.setItem('stylebox.selectedThemebox', 'cold_snap'));
    await fits(page, '/quiz/1', 'birthday');
    await fits(page, '/quiz/2', 'At the office');
    await fits(page, '/quiz/11', 'enough to continue');
    await fits(page, '/q/stylist', LONG);
    await fits(page, '/quiz/delivery', 'Every Quarter');
    await fits(page, '/quiz/confirmation', 'styling fee');
    await fits(page, '/payment/shipping', 'styling fee');
    await fits(page, '/payment/billing', 'Cold Snap');
    await fitOrders(visitor);
    await answer(page, { delivery_style: 'I will pick it up', wants_shoes: true });
    await fits(page, '/quiz/14', 'Shoe size');
    await answer(page, { delivery_style: 'Send it to me' });
    // The confirmation opens only with the state that the payment form leaves in the browser's history.
    await page.evaluate(() => history.replaceState({ usr: { prevPath: '/payment/billing', done: 'order' } }, '', '/members/account/confirmation'));
    await page.reload();
    await isWithin(page, '/account/confirmation', 'Date Night');
    assert.deepEqual(visitor.complaints(), []);
  });
}

for (const size of narrow) {
  describe(`the members’ area at ${size.width}`, () => {
    // A shop of its own, because the test finishes its customer's box.
    const own = opened();
    test(`nothing is cut off or wider`, async () => {
      const visitor = await visit(own, size);
      const { page, expect } = visitor;
      expect(404, '/api/credit_card');
      const lengthened = await lengthen(page);
      await signInByCall(page, 'dana@example.com');
      // The real box, without lengthened texts.
      await page.unroute(CURRENT_ORDERS, lengthened.orders);
      await fits(page, '/dashboard', 'Your details, your address');
      await page.getByRole('button', { name: 'Menu' }).click();
      await isWithin(page, '/dashboard', 'Refer a friend');
      await fits(page, '/account/management', 'Store and stylist');
      await page.getByRole('button', { name: 'Change password' }).click();
      await isWithin(page, '/account/management', 'Current password');
      await fits(page, '/change/payment', 'Contact');
      await fits(page, '/styleprofile', 'About Me');
      for (const section of ['about', 'size_fit', 'style', 'shipping']) await fits(page, `/edit-profile/${section}`, 'Save Changes');
      await lengthenTyped(page);
      await fits(page, '/dashboard', BRAND);
      await fits(page, '/checkout/stylist-note', BRAND);
      await fits(page, '/checkout/review', 'Keep');
      await fits(page, '/checkout/confirmation', 'Total due');
      await fitsGiftCard(page);
      const code = await checkOutCurrent(page);
      await fits(page, '/dashboard', 'Yours to keep');
      await fits(page, '/checkout/success', 'This goes back');
      for (const step of [['exchange', 'ship'], ['receive'], ['complete']]) await own.shop.ops(...step, code);
      await fits(page, '/orderhistory', 'SB-');
      await page.getByRole('link', { name: /SB-/ }).first().click();
      await isWithin(page, '/orderhistory/:id', 'SB-');
      await fits(page, '/account/purchase-history', BRAND);
      await fits(page, '/account/stylist-notes', WORD);
      await foldsNotes(page);
      await fits(page, '/refer/friend', 'Copy');
      assert.deepEqual(visitor.complaints(), []);
      // The card form of a customer without a card, which also asks how often boxes come.
      await visitor.context.clearCookies();
      await signInByCall(page, 'ann@example.com');
      await fits(page, '/change/payment', 'How often boxes come');
    });
  });
}

/** Checks out the customer's delivered box, with an exchange. Returns its code. */
async function checkOutCurrent(page) {
  const { orders } = await call(page, 'get', '/api/orders');
  const order = orders.find(({ status }) => status === 'delivered_to_customer');
  await checkOutByCall(page, order, { kept: 2, exchanges: true });
  return order.code;
}

/** Checks the forms of an order. */
async function fitOrders({ page, expect }) {
  expect(404, '/api/credit_card');
  await fits(page, '/customize/order/one/pickup', 'Edina Galleria');
  await fits(page, '/customize/order/order', 'under way');
  const withoutOrders = (route) => route.fulfill({ json: { orders: [] } });
  await page.route(CURRENT_ORDERS, withoutOrders);
  await fits(page, '/customize/order/order', 'Cold Snap');
  await page.unroute(CURRENT_ORDERS, withoutOrders);
  await fits(page, '/customize/order/custom');
}

async function fits(page, path, text) {
  await page.goto(`/members${path}`);
  await isWithin(page, path, text);
}

/** Waits for a text of the screen, and checks that nothing reaches beyond the screen. */
async function isWithin(page, path, text) {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  if (text) await page.getByText(text).first().waitFor();
  const found = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    /** Whether an element is inside one that scrolls, or one for screen readers only. */
    const isApart = (element) => {
      for (let above = element; above && above !== document.body; above = above.parentElement) {
        const { overflowX, clipPath } = getComputedStyle(above);
        if (['auto', 'scroll'].includes(overflowX) || clipPath !== 'none') return true;
      }
      return false;
    };
    const beyond = [...document.querySelectorAll('header *, main *, footer *')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 1 && (left < -1 || right > clientWidth + 1) && !isApart(element) && !element.closest('[aria-hidden="true"]');
    });
    return [scrollWidth > clientWidth ? 'the page scrolls' : '', ...beyond.map(({ outerHTML }) => outerHTML.slice(0, 120))].filter(Boolean);
  });
  assert.deepEqual(found, [], `${path} at ${page.viewportSize().width}`);
}

/** The id of a store, as a tablet stores it. */
async function storeId(page) {
  const { locations } = await (await page.request.get('/api/locations')).json();
  return locations.find(({ name }) => name === 'Edina Galleria').id;
}

/** Checks that neither a gift card nor the button that removes it touches the frame around them. */
async function fitsGiftCard(page) {
  await page.getByLabel('Gift card').fill('6035 7100 2026 0050');
  await page.getByRole('button', { name: 'Apply gift card' }).click();
  const chip = page.getByRole('group', { name: 'Gift card' });
  const remove = chip.getByRole('button', { name: 'Remove gift card' });
  await remove.waitFor();
  await isWithin(page, '/checkout/confirmation', 'Total due');
  const [frame, words, button] = await Promise.all([chip, chip.getByText('ending in'), remove].map((part) => part.boundingBox()));
  for (const part of [words, button]) {
    const room = [part.x - frame.x, part.y - frame.y, frame.x + frame.width - part.x - part.width, frame.y + frame.height - part.y - part.height];
    assert.ok(Math.min(...room) >= 8, `${room} between the gift card and its frame`);
  }
  // The button is next to the words, not below them.
  assert.ok(button.x >= words.x + words.width && button.y < words.y + words.height);
  await remove.click();
  await page.getByRole('button', { name: 'Apply gift card' }).waitFor();
}

/** Checks that a long text shows six lines until it is opened, and that its long words break then too. */
async function foldsNotes(page) {
  const note = page.getByText(WORD).first();
  const lines = () => note.evaluate((element) => Math.round(element.clientHeight / parseFloat(getComputedStyle(element).lineHeight)));
  assert.equal(await lines(), 6);
  await page.getByRole('button', { name: 'Show all of your note' }).click();
  assert.ok((await lines()) > 9, 'all lines are shown');
  await isWithin(page, '/account/stylist-notes', 'Line 10');
  await page.getByRole('button', { name: 'Show less of your note' }).click();
  assert.equal(await lines(), 6);
}

/** Makes texts that people type as long as allowed, in orders, past and present, and in addresses. */
async function lengthenTyped(page) {
  const item = (line) => ({ ...line, description: `${line.description} ${LONG}`, brand: BRAND, color: LONG, customer_feedback: line.customer_feedback && NOTE });
  const address = (known) => known && { ...known, name: `Ann ${SURNAME}`, shipping_line_1: `${LONG} 1234`, shipping_line_2: LONG, shipping_city: LONG };
  const order = (known) => ({
    ...known,
    on_demand_customer_msg: NOTE,
    stylist_note: known.stylist_note && NOTE,
    order_review: known.order_review && NOTE,
    shipping_address: address(known.shipping_address),
    line_items: known.line_items.map(item),
    outfits: known.outfits.map((outfit) => ({ ...outfit, title: WORD, stylist_note: NOTE, line_items: outfit.line_items.map(item) })),
  });
  const changed = (body) => (body.orders ? { orders: body.orders.map(order) } : body.line_items ? order(body) : body);
  await page.route(/\/api\/orders(\?|\/all|\/[^/]+$)/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({ response, body: response.ok() ? JSON.stringify(changed(JSON.parse(body))) : body });
  });
  await page.route('**/api/account', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const account = await response.json();
    const addresses = account.shipping_addresses?.map(address);
    await route.fulfill({ response, json: { ...account, first_name: LONG, last_name: SURNAME, shipping_addresses: addresses } });
  });
}

/** Makes names, stores and theme boxes as long as allowed, and orders with them. Returns the routes' handlers. */
async function lengthen(page) {
  const change = async (path, changed) => {
    const handle = async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      await route.fulfill({ response, body: response.ok() ? JSON.stringify(changed(JSON.parse(body))) : body });
    };
    await page.route(path, handle);
    return handle;
  };
  await change('**/api/account', (account) => ({ ...account, first_name: LONG, last_name: LONG, email: `${LONG}@${LONG}.example` }));
  await change('**/api/locations', ({ locations }) => ({
    locations: locations.map((store) => ({ ...store, name: `${store.name} ${LONG}`, address_line_1: `${LONG} 1234`, address_city: LONG })),
  }));
  await change('**/api/current_themeboxes', ({ results }) => ({
    results: results.map((box) => ({ ...box, label: `${box.label} ${LONG}`, description: `${box.description} ${LONG}` })),
  }));
  const store = { name: LONG, address_line_1: `${LONG} 1234`, address_city: LONG, address_state: 'MN', address_postal_code: '55401' };
  const order = { id: 'one', status: 'created', line_items: [], customer_pick_up: true, ship_by_date: '2026-12-01', assigned_location: store, themebox: 'date_night' };
  const orders = await change(CURRENT_ORDERS, () => ({ orders: [order] }));
  const invitation = { code: 'FRIEND', kind: 'percentage_off', value: '20.00', description: '20% off', invited_by: LONG };
  await page.route('**/api/account/validate_signup_code/*', (route) => route.fulfill({ json: invitation }));
  return { orders };
}
