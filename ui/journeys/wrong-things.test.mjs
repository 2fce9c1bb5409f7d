// What can go wrong: no network, a session that ends, the browser's own buttons, a second tab.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CARD, enter, fillPayment, getsFocus, HALF_CARD, keepAll, keptInBrowser, passHumanCheck, PASSWORD, registerAndEnter, registerByCall, signIn, until } from './steps.mjs';
import { opened, visit, widths } from './support.mjs';

const [phone, desk] = widths;

describe('what can go wrong', () => {
  const open = opened();

  test('answers that a customer gives without a network are saved once it is back', async () => {
    const visitor = await visit(open, phone, { prefetches: true });
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

  test('a customer whose form cannot be sent is told, and keeps what they typed', async () => {
    const visitor = await visit(open, phone, { prefetches: true });
    const { page, context } = visitor;
    await page.goto('/members/login');
    await page.getByLabel('Email').fill('ann@example.com');
    await page.getByLabel(/^Password/).fill(PASSWORD);
    await passHumanCheck(page);

    await context.setOffline(true);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByText('We cannot be reached right now.').waitFor();
    assert.equal(await page.getByLabel('Email').inputValue(), 'ann@example.com');
    await context.setOffline(false);
    assert.deepEqual(offlineAside(visitor.complaints()), []);
  });

  test('a customer whose session ends keeps what they typed in the form, except for the card', async () => {
    const visitor = await visit(open, phone);
    const { page, context } = visitor;
    visitor.expect(401, '/api/credit_cards');
    await enter(visitor, 'ann@example.com', '/members/payment/billing');
    await page.getByRole('heading', { name: 'Address and payment' }).waitFor();
    await fillPayment(page, CARD.accepted);

    await endSession(context);
    await page.getByRole('button', { name: 'Save and order my box' }).click();
    await page.waitForURL('**/login');
    const kept = await keptInBrowser(page);
    assert.doesNotMatch(kept, HALF_CARD, 'no card number is kept in the browser');

    await signIn(page, 'ann@example.com');
    await page.waitForURL('**/payment/billing');
    assert.equal(await page.getByLabel('Address line 1').inputValue(), '12 Main Street');
    assert.equal(await page.getByLabel('Cell phone').inputValue(), '(612) 555-0100');
    assert.equal(await page.getByLabel('Card number').inputValue(), '');
    assert.deepEqual(visitor.complaints(), []);
  });

  test('a customer goes through the quiz with Back and Forward, and going back orders nothing twice', async () => {
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
    // The payment form does not open again after the order.
    await page.waitForURL('**/dashboard');
    await page.getByRole('heading', { name: 'Your box is scheduled' }).waitFor();
    await page.goto('/members/payment/billing');
    await page.waitForURL('**/dashboard');
    const orders = (await open.shop.ops('list')).split('\n').filter((line) => line.includes('ann@example.com'));
    assert.equal(orders.length, 1, 'one box was ordered');
    assert.deepEqual(visitor.complaints(), []);
  });

  test('a customer who checks out in two tabs pays once', async () => {
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

  test('a review that the reviews service refuses is still kept with the box', async () => {
    const visitor = await visit(open, phone);
    const { page } = visitor;
    visitor.expect(503, '/api/reviews');
    await page.route('**/api/reviews', (route) => route.fulfill({ status: 503 }));
    await enter(visitor, 'dana@example.com', '/members/checkout/success');
    await page.getByLabel('Your review').fill('A lovely scarf');
    await page.getByRole('button', { name: 'Submit Review' }).click();
    await page.waitForURL('**/dashboard');
    const { orders } = await (await page.request.get('/api/orders')).json();
    assert.equal(orders[0].order_review, 'A lovely scarf');
    assert.deepEqual(visitor.complaints(), []);
  });

  test('a page without the rules says that it did not load', async () => {
    const { page, context } = await visit(open, phone);
    await context.route('**/*.wasm', (route) => route.abort());
    await page.goto('/members/register');
    await page.getByText('This page could not be loaded.').waitFor();
  });

  test('a customer sets a new password with the email’s link, and comes to the dashboard', async () => {
    const visitor = await visit(open, phone);
    const { page } = visitor;
    const email = 'forgetful@example.com';
    await registerByCall(page, email);
    await page.context().clearCookies();
    await page.goto('/members/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { level: 1, name: 'Forgot your password? No problem!' }).waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await page.getByText('A password reset link has been sent to the email provided').first().waitFor();

    const mails = await (await page.request.get('/dev/outbox')).text();
    const [link] = /https?:[^"<\s]*reset_password#[^"<\s]*/.exec(mails) ?? [];
    assert.ok(link?.includes('forgetful%40example.com'), 'the newest mail is the link');
    await page.goto(link.replaceAll('&amp;', '&'));
    await page.getByRole('heading', { level: 1, name: 'Reset your password' }).waitFor();
    await page.waitForURL('**/reset_password');
    const changed = 'Another#2027';
    await page.getByLabel('New password', { exact: true }).fill(changed);
    await page.getByLabel('New password again', { exact: true }).fill(changed);
    const entries = await page.evaluate(() => history.length);
    await page.getByRole('button', { name: 'Update Password' }).click();
    await page.waitForURL('**/dashboard');
    assert.equal(await page.evaluate(() => history.length), entries, 'Back does not lead to the spent link');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.match(page.url(), /\/dashboard$/, 'the customer is signed in');

    visitor.expect(401, '/api/sessions');
    visitor.expect(404, '/api/credit_card');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
    // The link for customers who must change their card.
    await page.goto('/members/login?payment=true');
    await signIn(page, email, PASSWORD);
    await page.getByText('Invalid username or password').first().waitFor();
    await signIn(page, email, changed);
    await page.waitForURL('**/change/payment');
    await page.getByLabel(/^Card number/).waitFor();
    assert.deepEqual(visitor.complaints(), []);
  });

  test('the exit offer opens once on a phone that is not touched', async () => {
    const { page, lookHere } = await visit(open, phone, { hasTouch: true, isMobile: true, exitOffer: true });
    await page.clock.install();
    await page.goto('/members/quiz/1');
    await page.getByRole('textbox', { name: 'Month' }).waitFor();
    // A touch restarts the five seconds.
    await page.clock.runFor(4_000);
    await page.getByRole('heading', { level: 1 }).tap();
    await page.clock.runFor(4_900);
    const offer = page.getByRole('dialog', { name: '$25 off your first box' });
    assert.equal(await offer.count(), 0);
    await page.clock.runFor(200);
    await offer.waitFor();
    await lookHere('exit-offer');
    await offer.getByRole('button', { name: 'Go on' }).click();
    await offer.waitFor({ state: 'detached' });
    await page.clock.runFor(20_000);
    assert.equal(await offer.count(), 0);
  });

  test('the exit offer opens once when the mouse leaves the window at the top, and the quiz goes on', async () => {
    const visitor = await visit(open, desk, { exitOffer: true });
    const { page, lookHere } = visitor;
    await registerAndEnter(visitor, 'leaving@example.com', '/members/quiz/1');
    const month = page.getByRole('textbox', { name: 'Month' });
    await month.focus();
    const offer = page.getByRole('dialog', { name: '$25 off your first box' });
    await page.mouse.move(700, 400);
    await page.mouse.move(700, 5);
    assert.equal(await offer.count(), 0, 'the mouse is still in the window');
    // The offer's code loads after the screen, so the mouse leaves until the offer opens.
    await until(async () => {
      await page.mouse.move(700, 400);
      await page.mouse.move(700, -20);
      return (await offer.count()) > 0;
    }, 'the offer is open');
    await offer.getByText('The code Hello25 is on your first order already').waitFor();
    await lookHere('exit-offer');
    await page.keyboard.press('Escape');
    await offer.waitFor({ state: 'detached' });
    await getsFocus(month);
    // The offer does not open again, on a later step or after a reload.
    for (const path of ['/members/quiz/1', '/members/quiz/2']) {
      await page.goto(path);
      await page.getByRole('button', { name: 'Next' }).waitFor();
      await page.mouse.move(700, 400);
      await page.mouse.move(700, -20);
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })));
      assert.equal(await offer.count(), 0);
    }
    assert.deepEqual(visitor.complaints(), []);
  });
});

/** Ends the session without the page's knowledge, as a timeout would. */
const endSession = (context) => context.clearCookies({ name: 'stylebox_session' });

/** The number of charges. Fails if `ops audit` finds that the books do not agree. */
async function charges(shop) {
  const printed = await shop.ops('audit');
  const found = /^The books agree: .* (\d+) charges?\./.exec(printed);
  assert.ok(found, printed);
  return Number(found[1]);
}

/** The complaints, without calls that failed because there was no network. */
const offlineAside = (complaints) => complaints.filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED'));
