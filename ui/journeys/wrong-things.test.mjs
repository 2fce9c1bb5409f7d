// What can go wrong: no network, a session that ends, the browser's own buttons, a second tab.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CARD, enter, fillPayment, keepAll, PASSWORD, passHumanCheck, signIn } from './steps.mjs';
import { opened, visit, widths } from './support.mjs';

const [phone, desk] = widths;

describe('what can go wrong', () => {
  const open = opened();

  test('answers given without a network are kept, and saved once it is back', async () => {
    const visitor = await visit(open, phone);
    const { page, context } = visitor;
    await enter(visitor, 'ann@example.com', '/members/quiz/3');
    const friend = page.getByRole('textbox', { name: /how would a friend/ });
    await friend.waitFor();

    await context.setOffline(true);
    await friend.fill('Always in green');
    await page.getByText('Saved on this device').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.waitForURL('**/quiz/4');
    await page.getByRole('heading', { name: 'How tall are you?' }).waitFor();

    await context.setOffline(false);
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.goto('/members/quiz/3');
    assert.equal(await friend.inputValue(), 'Always in green');
    assert.deepEqual(offlineAside(visitor.complaints()), []);
  });

  test('a form that cannot be sent says so, and what was typed stays', async () => {
    const visitor = await visit(open, phone);
    const { page, context } = visitor;
    await page.goto('/members/login');
    await page.getByLabel('Email').fill('ann@example.com');
    await page.getByLabel(/^Password/).fill(PASSWORD);
    await passHumanCheck(page);

    await context.setOffline(true);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByText('We cannot be reached just now.').waitFor();
    assert.equal(await page.getByLabel('Email').inputValue(), 'ann@example.com');
    await context.setOffline(false);
    assert.deepEqual(offlineAside(visitor.complaints()), []);
  });

  test('a form outlives a session that ends meanwhile, except for its card', async () => {
    const visitor = await visit(open, phone);
    const { page, context } = visitor;
    visitor.expect(401, '/api/credit_cards');
    await enter(visitor, 'ann@example.com', '/members/payment/billing');
    await page.getByRole('heading', { name: 'Shipping and payment' }).waitFor();
    await fillPayment(page, CARD.accepted);

    await endSession(context);
    await page.getByRole('button', { name: 'Save and order my box' }).click();
    await page.waitForURL('**/login');
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
    assert.ok(!kept.includes('4242'), 'no card number is kept in the browser');

    await signIn(page, 'ann@example.com');
    await page.waitForURL('**/payment/billing');
    assert.equal(await page.getByLabel('Address line 1').inputValue(), '12 Main Street');
    assert.equal(await page.getByLabel('Cell phone').inputValue(), '(612) 555-0100');
    assert.equal(await page.getByLabel('Card number').inputValue(), '');
    assert.deepEqual(visitor.complaints(), []);
  });

  test('the browser’s Back and Forward lead through the quiz, and going back pays nothing twice', async () => {
    const visitor = await visit(open, phone);
    const { page } = visitor;
    await enter(visitor, 'ann@example.com', '/members/quiz/15');
    await page.getByRole('button', { name: 'Next' }).last().click();
    await page.waitForURL('**/quiz/delivery');
    await page.goBack();
    await page.getByRole('heading', { name: 'Who would you like to style you?' }).waitFor();
    await page.goForward();
    await page.getByRole('radio', { name: /Every Quarter/ }).check();
    await page.getByRole('button', { name: 'Next' }).last().click();
    await page.waitForURL('**/quiz/confirmation');
    await page.getByRole('link', { name: 'ENTER PAYMENT DETAILS' }).click();
    await fillPayment(page, CARD.accepted);
    const send = page.getByRole('button', { name: 'Save and order my box' });
    await send.dblclick();
    await page.waitForURL('**/account/confirmation');
    await page.goBack();
    await page.waitForURL('**/quiz/confirmation');
    await page.getByRole('link', { name: 'ENTER PAYMENT DETAILS' }).click();
    await fillPayment(page, CARD.accepted);
    await page.getByRole('button', { name: 'Save my card' }).click();
    await page.waitForURL('**/account/confirmation');
    const orders = (await open.shop.ops('list')).split('\n').filter((line) => line.includes('ann@example.com'));
    assert.equal(orders.length, 1, 'one box was ordered');
    assert.deepEqual(visitor.complaints(), []);
  });

  test('two tabs decide and check out: one purchase, one charge', async () => {
    const visitor = await visit(open, desk);
    const { page, context } = visitor;
    visitor.expect(409, '/api/invoices/[^/]+/checkout');
    await enter(visitor, 'dana@example.com', '/members/checkout/review');
    const second = await context.newPage();
    await second.goto('/members/checkout/review');
    const before = await charges(open.shop);

    await page.bringToFront();
    await keepAll(page);
    await page.getByRole('button', { name: 'Review Order' }).click();
    await page.waitForURL('**/checkout/confirmation');
    await second.goto('/members/checkout/confirmation');
    const buttons = [page, second].map((tab) => tab.getByRole('button', { name: 'Complete Purchase' }));
    for (const button of buttons) await button.waitFor();
    await Promise.all(buttons.map((button) => button.dblclick()));
    await Promise.all([page, second].map((tab) => tab.waitForURL('**/checkout/success')));

    assert.equal((await charges(open.shop)) - before, 1, 'the card was charged once');
    await second.goto('/members/checkout/review');
    await second.waitForURL('**/dashboard');
    await second.getByRole('heading', { name: 'Checkout complete' }).waitFor();
    assert.deepEqual(visitor.complaints(), []);
  });

  test('without the rules the page says that it did not load', async () => {
    const { page, context } = await visit(open, phone);
    await context.route('**/*.wasm', (route) => route.abort());
    await page.goto('/members/register');
    await page.getByText('This page could not be loaded.').waitFor();
  });

  test('on an untouched phone the offer opens once', async () => {
    const context = await open.browser.newContext({ baseURL: open.shop.url, viewport: phone, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    await page.clock.install();
    await page.goto('/members/quiz/1');
    await page.getByRole('textbox', { name: 'Month' }).waitFor();
    await page.clock.runFor(5_100);
    const offer = page.getByRole('dialog', { name: '$25 off your first box' });
    await offer.waitFor();
    await offer.getByRole('button', { name: 'Go on with my quiz' }).click();
    await offer.waitFor({ state: 'detached' });
    await page.clock.runFor(20_000);
    assert.equal(await offer.count(), 0);
    await context.close();
  });
});

/** Ends the session as a timeout would: the page does not know. */
const endSession = (context) => context.clearCookies({ name: 'stylebox_session' });

/** The number of charges, once `ops audit` has said that the books agree. */
async function charges(shop) {
  const printed = await shop.ops('audit');
  const found = /^The books agree: .* (\d+) charges?\./.exec(printed);
  assert.ok(found, printed);
  return Number(found[1]);
}

/** The complaints, without calls that failed because there was no network. */
const offlineAside = (complaints) => complaints.filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED'));
