// A year of a subscriber on the demo's clock: four boxes, one skipped, another frequency, a card that expires and is replaced, and a
// friend's reward. The amounts are worked out here (spec B, section 9), not by core.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, choose, fillCard, finishBox, newestCode, openDay, quizAnswers, registerByCall, signInByCall } from './steps.mjs';
import { opened, visit, widths } from './support.mjs';

const [phone] = widths;

const open = opened();

const IRIS = 'iris@example.com';
const SUBSCRIPTION = '/members/manage/subscription';

/** The cards' public test numbers, with the names that the histories show. */
const FIRST_CARD = { number: '4242 4242 4242 4242', name: 'Visa ending in 4242' };
const OTHER_CARD = { number: '5555 5555 5555 4444', name: 'Mastercard ending in 4444' };

/** Minnesota's sales tax, in thousandths of a percent. */
const TAX = 6_875;
const FIRST_FEE = 1_00;
const FEE = 20_00;

test('a subscriber has four boxes, skips one, changes the frequency and the card, and uses a reward', async () => {
  const visitor = await visit(open, phone);
  const year = await begin(visitor, open.shop);
  await keepAll(year);
  await skipABox(year);
  await keepNone(year);
  await comeQuarterly(year);
  await replaceEndedCard(year);
  await exchangeOne(year);
  await bringAFriend(year);
  await returnByMail(year);
  await lookBack(year);
  assert.match(await open.shop.ops('audit'), /^The books agree: /);
  assert.deepEqual(visitor.complaints(), []);
});

/** Signs up for a box every other month. The card expires between the second box and the third. */
async function begin(visitor, shop) {
  const { page } = visitor;
  const holidays = await (await page.request.get('/api/holidays')).json();
  const { now } = await (await page.request.get('/api/status')).json();
  const day = await rule(page, 'delivery_calendar.default_date', { now, holidays });
  const ends = new Date(`${plus(dayOf(now), 170)}T00:00:00Z`);
  const year = { visitor, page, shop, holidays, cardEnds: ends.toISOString().slice(0, 7), boxes: [] };
  await registerByCall(page, IRIS, { ...quizAnswers, ...shipped('60_day', day) });
  await saveCard(page, FIRST_CARD.number, `${year.cardEnds.slice(5)}/${year.cardEnds.slice(2, 4)}`);
  return year;
}

/** Keeps all of five items or more: 10% off for four, then $25 off the first box, whose fee is $1. */
async function keepAll(year) {
  const { page } = year;
  await atHome(year, 'Your box is scheduled');
  const { items, prices } = await decide(year, ({ length }) => Array.from({ length }, () => 'Keep'));
  assert.ok(items.length >= 5);
  await review(year, "You've unlocked 10% off!");
  await checkOut(year, bill(prices, { fee: FIRST_FEE, coupon: 'Hello25', off: () => 25_00 }));
  await heading(page, 'Checkout complete');
  // Nothing is returned, so the box is completed by itself.
  await pass(year, 1);
  await page.goto('/members/dashboard');
  await heading(page, 'Ready for your next box?');
}

/** Skips the box that would come 60 and 5 days after the first one. The box after it is ordered by itself. */
async function skipABox(year) {
  const { page, visitor } = year;
  const [{ delivered }] = year.boxes;
  await page.goto(SUBSCRIPTION);
  const skip = page.getByRole('button', { name: 'Skip Next Box' });
  await skip.waitFor();
  assert.equal(await comesOn(page), firstOpen(year, plus(delivered, 60 + 5)));
  await skip.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Skip Next Box' }).click();
  await page.getByRole('button', { name: 'Don’t skip it' }).waitFor();
  const later = plus(delivered, 60 + 5 + 60);
  assert.equal(await comesOn(page), firstOpen(year, later));
  await visitor.look('year-skipped');
  await page.goto('/members/dashboard');
  await page.getByText('One box is skipped').waitFor();

  await passUntil(year, plus(delivered, 60 + 5));
  await page.goto('/members/dashboard');
  await heading(page, 'Ready for your next box?');
  await passUntil(year, plus(later, -7));
  await atHome(year, 'Your box is scheduled', firstOpen(year, later));
}

/** Keeps nothing: the fee is paid, and there is no purchase to credit it to. */
async function keepNone(year) {
  const { page, shop } = year;
  await decide(year, ({ length }) => Array.from({ length }, () => 'Return'));
  await review(year, 'Keep 4 more items & get 10% off');
  await page.getByText('Nothing is due: your card is not charged.').waitFor();
  await checkOut(year, bill([], { fee: FEE }));
  const { code } = year.boxes.at(-1);
  await shop.ops('receive', code);
  await shop.ops('complete', code);
}

async function comeQuarterly(year) {
  const { page } = year;
  await page.goto(SUBSCRIPTION);
  await page.getByText('Seasonal hauls (Quarterly)').click();
  const next = firstOpen(year, plus(year.boxes.at(-1).delivered, 90 + 5));
  await page.getByRole('status', { name: 'What happens next' }).locator(`time[datetime="${next}"]`).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL('**/dashboard');
  await page.goto(SUBSCRIPTION);
  await page.getByRole('heading', { name: 'Your next box' }).waitFor();
  assert.equal(await comesOn(page), next);
  assert.equal(await page.getByRole('button', { name: 'Skip Next Box' }).count(), 0, 'a quarterly box is not skipped');
}

/** The box waits because the card has expired. The new card needs a code. */
async function replaceEndedCard(year) {
  const { page, shop, visitor } = year;
  visitor.expect(403, '/api/credit_cards');
  await passUntil(year, plus(year.boxes.at(-1).delivered, 90 + 5 - 7));
  assert.ok(year.today.slice(0, 7) > year.cardEnds);
  await page.goto('/members/dashboard');
  const banner = page.getByRole('link', { name: /^Your credit card has expired\. Please update your payment method/ });
  await banner.waitFor();
  await page.getByText('Your box waits until the styling fee is paid: your card has expired.').waitFor();
  await page.getByRole('link', { name: 'Change payment', exact: true }).waitFor();
  await visitor.look('year-card-ended');
  await banner.click();
  await page.getByText('This card has expired.').waitFor();
  await fillCard(page, OTHER_CARD.number);
  await page.getByRole('button', { name: 'Change Payment' }).click();
  await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor();
  await page.getByRole('button', { name: 'Request Code' }).click();
  await page.getByText('Code Sent!').waitFor();
  await page.getByLabel('Code', { exact: true }).fill(await newestCode(shop));
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('Your card is saved.').waitFor();
  await page.waitForURL('**/dashboard');
  await heading(page, 'Your box is scheduled');
  await page.getByText('We put your box together from your style profile before it is sent.').waitFor();
  assert.equal(await banner.count(), 0);
  await atHome(year, 'Your box is scheduled');
}

/** Exchanges an item, which costs as much as keeping it. */
async function exchangeOne(year) {
  const { page, shop } = year;
  const box = year.boxes.at(-1);
  const { line_items: items } = await call(page, 'get', `/api/orders/${box.id}`);
  const place = await exchangeable(page, items);
  const other = place === 0 ? 1 : 0;
  const { prices } = await decide(year, () => items.map((_, at) => (at === place ? null : at === other ? 'Keep' : 'Return')));
  await review(year, 'Keep 2 more items & get 10% off', async () => {
    const row = page.getByRole('radiogroup', { name: `Your choice for ${items[place].description}` });
    await row.getByRole('radio', { name: 'Exchange', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await choose(dialog.getByRole('radio').first());
    await dialog.getByRole('button', { name: 'Exchange for this size' }).click();
  });
  await page.getByRole('heading', { name: 'You exchange' }).waitFor();
  await checkOut(year, bill([...prices, cents(items[place].retail_price)], { fee: FEE }));
  await heading(page, 'Checkout complete');
  await shop.ops('exchange', 'ship', box.code);
  await shop.ops('receive', box.code);
  await shop.ops('complete', box.code);
}

/** A friend's first checkout earns a reward, which ends after 365 days. */
async function bringAFriend(year) {
  const { page, shop, visitor } = year;
  const { referral_code: referred_by_code } = await call(page, 'get', '/api/account');
  const friend = await visit(open, phone);
  const chosen = { ...quizAnswers, ...shipped('on_demand', await openDay(friend.page)) };
  await registerByCall(friend.page, 'june@example.org', chosen, { first_name: 'June', last_name: 'Park', referred_by_code });
  const { order_id: id } = await saveCard(friend.page, FIRST_CARD.number, '12/34');
  const { code } = await call(friend.page, 'get', `/api/orders/${id}`);
  for (const step of ['style', 'ship', 'deliver']) await shop.ops(step, code);
  await page.goto('/members/refer/friend');
  await page.getByText('June P.').waitFor();
  await page.getByText('Joined').waitFor();
  await finishBox(friend.page, shop, { id, code }, { kept: 1 });
  await page.reload();
  await page.getByText('Reward earned').waitFor();
  await page.locator(`[data-state=reward_earned] time[datetime="${plus(year.today, 365)}"]`).waitFor();
  await visitor.look('year-reward-earned');
}

/** The invoice has the reward without a code. The return is followed until it is received. */
async function returnByMail(year) {
  const { page, visitor } = year;
  await passUntil(year, plus(year.boxes.at(-1).delivered, 90 + 5 - 7));
  await atHome(year, 'Your box is scheduled');
  const { prices } = await decide(year, ({ length }) => Array.from({ length }, (_, at) => (at < 2 ? 'Keep' : 'Return')));
  await review(year, 'Keep 2 more items & get 10% off');
  const off = (rest) => share(rest, 20, 100);
  await page.getByRole('region', { name: 'Your invoice' }).waitFor();
  await visitor.look('year-invoice-with-reward');
  await checkOut(year, bill(prices, { fee: FEE, coupon: 'Referral20', off }));
  await heading(page, 'Checkout complete');
  const { delivered } = year.boxes.at(-1);
  assert.equal(await page.getByText(/^Return by/).locator('time').textContent(), `${inWords(plus(delivered, 5))}, 11:59 PM CT`);
  await page.getByRole('heading', { name: 'Yours to keep' }).waitFor();

  const move = page.getByRole('button', { name: 'Demo: move my box on' });
  await move.click();
  await heading(page, 'Your return is on its way');
  await visitor.look('year-return-shipped');
  await move.click();
  await heading(page, 'We have received your return');
  await move.click();
  await heading(page, 'Ready for your next box?');
  await page.goto('/members/refer/friend');
  await page.locator(`[data-state=reward_used] time[datetime="${year.today}"]`).waitFor();
}

/** All four boxes, the newest first, each with what was charged for it. */
async function lookBack({ page, boxes, visitor }) {
  await page.goto('/members/orderhistory');
  const rows = page.getByRole('main').getByRole('listitem');
  await page.getByText('These are all of your previous orders.').waitFor();
  const newestFirst = boxes.toReversed();
  assert.deepEqual(
    await rows.evaluateAll((all) => all.map((row) => row.textContent.match(/SB-\w+/)[0])),
    newestFirst.map(({ code }) => code),
  );
  assert.deepEqual(
    await rows.evaluateAll((all) => all.map((row) => row.textContent.match(/\d+ bought/)[0])),
    newestFirst.map(({ bought }) => `${bought} bought`),
  );
  await visitor.look('year-orders');
  for (const { id, fee, due, card } of boxes) {
    await page.goto(`/members/orderhistory/${id}`);
    const charged = page.getByRole('region', { name: 'What was charged' });
    await charged.waitFor();
    const payments = await charged
      .locator('dl > div')
      .evaluateAll((all) => all.map((row) => [row.querySelector('dt').textContent, row.querySelector('dd').textContent]));
    const expected = [['Styling fee', dollars(fee)], ...(due > 0 ? [['Purchase', dollars(due)]] : [])];
    assert.equal(payments.length, expected.length);
    for (const [at, [what, amount]] of expected.entries()) {
      assert.ok(payments[at][0].startsWith(what) && payments[at][0].endsWith(card), payments[at][0]);
      assert.equal(payments[at][1], amount, what);
    }
  }
  await visitor.look('year-last-order');
}

/** Follows the order under way on the dashboard until the box is at home, on the planned `day`. */
async function atHome(year, said, day = null) {
  const { page, shop } = year;
  const [order] = (await call(page, 'get', '/api/orders')).orders;
  const { id, code, ship_by_date } = order;
  assert.equal(ship_by_date, day ?? ship_by_date);
  await page.goto('/members/dashboard');
  await heading(page, said);
  await page.getByText(/^Arriving/).locator(`time[datetime="${ship_by_date}"]`).waitFor();
  await shop.ops('style', code);
  await page.reload();
  await heading(page, 'Your box is being styled');
  await shop.ops('ship', code);
  await page.reload();
  await heading(page, 'Your box is on its way');
  await passUntil(year, ship_by_date);
  await shop.ops('deliver', code);
  await page.goto('/members/dashboard');
  await heading(page, 'Time to check out');
  await page.getByText(/^Decide by/).filter({ hasText: inWords(plus(year.today, 5)) }).waitFor();
  year.boxes.push({ id, code, delivered: year.today });
}

/**
 * Decides about the box: `choices` makes the decisions from its items; null decides nothing. Returns the items and the prices of those that
 * are kept.
 */
async function decide({ page, boxes }, choices) {
  const { id } = boxes.at(-1);
  const { line_items: items } = await call(page, 'get', `/api/orders/${id}`);
  const chosen = choices(items);
  const decided = items.flatMap((item, at) =>
    chosen[at] === null ? [] : [{ id: item.id, claimed_kept: chosen[at] === 'Keep', exchange_size: null, customer_feedback: '' }],
  );
  await call(page, 'patch', `/api/orders/${id}`, { order: { line_items_attributes: decided } });
  return { items, prices: items.filter((_, at) => chosen[at] === 'Keep').map(({ retail_price }) => cents(retail_price)) };
}

/** Opens the review, lets `finish` make the remaining decisions, and goes on to the invoice. */
async function review({ page }, banner, finish = () => undefined) {
  await page.goto('/members/checkout/review');
  await page.getByRole('radiogroup', { name: /^Your choice for/ }).first().waitFor();
  await finish();
  await page.getByText(banner).waitFor();
  await page.getByRole('button', { name: 'Review Order' }).click();
  await page.waitForURL('**/checkout/confirmation');
}

/** Compares the invoice with the bill, row by row, and pays it. */
async function checkOut({ page, boxes }, { rows, due, fee, count }) {
  const invoice = page.getByRole('region', { name: 'Your invoice' });
  await invoice.waitFor();
  const shown = await invoice
    .locator('dl > div')
    .evaluateAll((all) => all.map((row) => [row.querySelector('dt').textContent, row.querySelector('dd').textContent]));
  assert.deepEqual(Object.fromEntries(shown), rows);
  assert.equal(await invoice.locator('dd[aria-live]').textContent(), dollars(due));
  const { name: card } = boxes.length > 2 ? OTHER_CARD : FIRST_CARD;
  await invoice.getByRole('region', { name: 'Payment' }).getByText(card.slice(-4)).waitFor();
  Object.assign(boxes.at(-1), { fee, due, card, bought: count });
  await page.getByRole('button', { name: 'Complete Purchase' }).click();
  await page.waitForURL('**/checkout/success');
  await page.getByRole('button', { name: 'Go To Dashboard' }).click();
  await page.waitForURL('**/dashboard');
}

/** The amounts of a checkout, in cents, and the rows of its invoice. `off` is the coupon's discount on the rest. */
function bill(prices, { fee, coupon = null, off = () => 0 }) {
  const subtotal = prices.reduce((sum, price) => sum + price, 0);
  const multiItem = prices.length >= 4 ? share(subtotal, 10, 100) : 0;
  const discount = Math.min(off(subtotal - multiItem), subtotal - multiItem);
  const beforeTax = subtotal - multiItem - discount;
  const tax = share(beforeTax, TAX, 100_000);
  const withTax = beforeTax + tax;
  const credit = Math.min(fee, withTax);
  const rows = {
    Subtotal: dollars(subtotal),
    ...(multiItem > 0 ? { 'Discount STYLEBOX10': dollars(-multiItem) } : {}),
    [coupon === null ? 'Discount' : `Discount ${coupon}`]: dollars(-discount),
    'Total before tax': dollars(beforeTax),
    Tax: dollars(tax),
    'Total with tax': dollars(withTax),
    'Styling fee credit': dollars(-credit),
    'Gift card': dollars(0),
  };
  return { rows, due: withTax - credit, fee, count: prices.length };
}

/** A part of an amount, rounded to the cent, half a cent up. */
const share = (amount, of, whole) => Math.floor((2 * amount * of + whole) / (2 * whole));

const cents = (price) => Math.round(Number(price) * 100);

/** `$1,234.50`, `-$5.00` */
const dollars = (amount) => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(amount === 0 ? 0 : amount / 100);

/** The index of the first item that has another size. */
async function exchangeable(page, items) {
  for (const [place, { id }] of items.entries()) {
    const { sizes } = await call(page, 'get', `/api/invoices/available_exchange_sizes/${id}`);
    if (sizes.length > 0) return place;
  }
  return assert.fail('nothing in the box has another size');
}

/** Moves the clock, waits until the server has the new time, and signs in again because the session has expired. */
async function pass(year, days) {
  const { page, shop } = year;
  const { now } = await (await page.request.get('/api/status')).json();
  // An open screen would find that its session is over.
  await page.goto('about:blank');
  assert.match(await shop.passDays(days), /^It is [^\n]* days ahead\.\n$/, 'every job has run');
  const then = Date.parse(now) + days * 24 * 60 * 60_000;
  await signInByCall(page, IRIS);
  year.today = dayOf(new Date(then).toISOString());
}

/** Moves the clock to a day. */
async function passUntil(year, day) {
  const { now } = await (await year.page.request.get('/api/status')).json();
  const days = (Date.parse(day) - Date.parse(dayOf(now))) / (24 * 60 * 60_000);
  if (days > 0) await pass(year, days);
}

/** The day in Chicago. */
const dayOf = (instant) => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(new Date(instant));

const plus = (day, days) => new Date(Date.parse(day) + days * 24 * 60 * 60_000).toISOString().slice(0, 10);

/** The first day from `from` on which boxes are delivered. */
function firstOpen({ holidays }, from) {
  const closed = ['company_holidays', 'mail_holidays', 'custom_ship_disallowed_dates'].flatMap((list) => holidays[list]);
  let day = from;
  while (new Date(day).getUTCDay() === 0 || closed.includes(day)) day = plus(day, 1);
  return day;
}

/** `Tuesday, November 24` */
const inWords = (day) =>
  new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' }).format(new Date(day));

/** The day of the next box on the screen of the subscription. */
const comesOn = (page) => page.getByText(/^It comes on/).locator('time').first().getAttribute('datetime');

const heading = (page, name) => page.getByRole('heading', { name }).waitFor();

const shipped = (often, day) => ({ delivery_style: 'Send it to me', subscription_type: `subscription_${often}`, ship_by_date: day });

const rule = (page, name, input) => call(page, 'post', `/api/rules/${name}`, input);

/** Saves the first card as the sign-up does, and so orders the first box. */
async function saveCard(page, credit_card_number, expiration) {
  const { version: consent_version } = await rule(page, 'consent.current', {});
  const home = { line_1: '12 Main Street', line_2: '', city: 'Minneapolis', state: 'MN', postal_code: '55401', phone: '6125550100' };
  const billing = { street_address1: '12 Main Street', street_address2: '', city: 'Minneapolis', state: 'MN', zip_code: '55401', phone: '6125550100' };
  return call(page, 'post', '/api/credit_cards', {
    cardholder: { name: 'Ada Lovelace', ...billing },
    card_info: { credit_card_number, expiration, cvv: '123' },
    options: { shipping_address: home, same_as_shipping: true, consent_version },
  });
}
