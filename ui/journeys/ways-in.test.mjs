// The ways into registration: a theme box, a friend's invitation, a blog, the printed catalog.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CARD, fillPayment, fillRegistration, keepAll, signIn, signInByCall, skipQuiz } from './steps.mjs';
import { desk, opened, phone, visit } from './support.mjs';

const open = opened();

test('a visitor chooses a theme box, registers and orders a box for that theme', async () => {
  const visitor = await visit(open, phone);
  const { page, look } = visitor;
  // Both paths show the same screen to a visitor.
  for (const path of ['/members/order-theme-box', '/members/theme/box']) {
    await page.goto(path);
    await page.getByRole('radio').first().waitFor();
  }
  await look('theme-box');
  const next = page.getByRole('button', { name: 'Continue' });
  await next.click({ force: true });
  await page.getByText('Still needed: a theme box').waitFor();
  await look('theme-box-blocked');
  await page.getByRole('radio', { name: /^Date Night/ }).check();
  await look('theme-box-chosen');
  await next.click();

  await page.waitForURL('**/register-themebox');
  await page.getByRole('heading', { name: 'Create Account' }).waitFor();
  await page.reload();
  await page.getByText('Thank you for choosing').waitFor();
  await look('register-themebox');
  await register(page, 'theme@example.com');
  assert.equal((await read(page, '/api/account')).themebox_signup, true);

  await order(page);
  await page.getByText('Date Night').waitFor();
  const [first] = (await read(page, '/api/orders')).orders;
  assert.deepEqual(
    [first.themebox, first.themebox_sign_up, first.subscription_type],
    ['date_night', true, 'subscription_60_day'],
  );
  assert.deepEqual(visitor.complaints(), []);
});

test('a visitor scans the code of the printed catalog, and the registration has its campaign', async () => {
  const visitor = await visit(open, phone);
  const { page, look } = visitor;
  await page.goto('/members/catalog-qr');
  await look('catalog');
  await page.getByRole('link', { name: 'Start your style quiz' }).click();
  await page.waitForURL('**/register');
  await page.reload();
  const sent = page.waitForRequest('**/api/registrations');
  await register(page, 'catalog@example.com');
  const { customer } = (await sent).postDataJSON();
  assert.deepEqual([customer.campaign_code, customer.campaign_url], ['catalog-qr', '/members/catalog-qr']);
  assert.equal(customer.themebox_signup, false);
  assert.deepEqual(visitor.complaints(), []);
});

test('a visitor registers with a friend’s invitation, and gets its discount on the first order', async () => {
  const code = await referralCode();
  const visitor = await visit(open, phone);
  const { page, look, lookHere } = visitor;
  // /quiz/style leads to /register, with its query.
  await page.goto(`/members/quiz/style?referral=${code}&blog=autumn-knits`);
  await page.waitForURL((url) => url.pathname === '/members/register' && url.search === `?referral=${code}&blog=autumn-knits`);
  await page.getByText('Dana invited you').waitFor();
  await page.getByText('You get 20% off your first box, and Dana gets 20% off once you have checked out.').waitFor();
  await page.getByText('Each can be used for 365 days.').waitFor();
  await look('register-invited');
  // The invitation survives a visit to sign-in.
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
  await page.getByText('Dana invited you').waitFor();
  await register(page, 'friend@example.com');
  await order(page);
  const [first] = (await read(page, '/api/orders')).orders;
  assert.deepEqual([first.coupon, first.blog_interest, first.themebox], [code, 'autumn-knits', null]);

  // The friend's 20% is in the invoice of the first box.
  await page.goto('/members/dashboard');
  const [box] = (await page.getByText(/Box SB-\w+/).first().textContent()).match(/SB-\w+/);
  for (const step of ['style', 'ship', 'deliver']) await open.shop.ops(step, box);
  await page.goto('/members/checkout/review');
  await keepAll(page);
  await page.getByRole('button', { name: 'Review Order' }).click();
  await page.waitForURL('**/checkout/confirmation');
  const invoice = page.getByRole('region', { name: 'Your invoice' });
  await invoice.getByText('Total due').waitFor();
  const cents = async (label) => {
    const row = invoice.locator('dl > div').filter({ hasText: label }).first();
    return Number((await row.locator('dd').textContent()).replace(/[^\d]/g, ''));
  };
  // 20% of the rest after the discount for four items.
  const left = (await cents('Subtotal')) - (await cents('Discount STYLEBOX10'));
  assert.equal(await cents(`Discount ${code}`), Math.round(left * 0.2));
  await lookHere('confirm-purchase-friend');
  assert.deepEqual(visitor.complaints(), []);
});

test('a customer whose link names a theme box finds it selected after signing in, and in the members’ area', async () => {
  const visitor = await visit(open, desk);
  const { page, look } = visitor;
  await page.goto('/members/login?themebox=cold_snap');
  await page.getByText('Cold Snap').waitFor();
  await look('login-theme-box');
  await signIn(page, 'dana@example.com');
  await page.waitForURL('**/customize/order/order');
  await page.goto('/members/order-theme-box');
  await page.getByRole('radio', { name: /^Cold Snap/ }).waitFor();
  assert.ok(await page.getByRole('radio', { name: /^Cold Snap/ }).isChecked());
  await page.getByRole('navigation', { name: 'Members' }).waitFor();
  await look('theme-box-customer');
  assert.deepEqual(visitor.complaints(), []);
});

describe('broken links', () => {
  test('a visitor with an unknown theme box or an unknown invitation is told, and can still register', async () => {
    const visitor = await visit(open, phone);
    const { page, lookHere } = visitor;
    visitor.expect(422, '/api/account/validate_signup_code/NOBODYS2');
    await page.goto('/members/register?themebox=no_such_box&referral=NOBODYS2');
    await page.getByText('The theme box in your link is not available').waitFor();
    await page.getByText('We don’t recognize the invitation in your link').waitFor();
    await lookHere('register-unknown');
    await register(page, 'nobody@example.com');
    assert.equal((await read(page, '/api/account')).themebox_signup, false);
    assert.deepEqual(visitor.complaints(), []);
  });

  test('a visitor tries again to load theme boxes', async () => {
    const visitor = await visit(open, phone);
    const { page, lookHere } = visitor;
    visitor.expect(500, '/api/current_themeboxes');
    await page.route('**/api/current_themeboxes', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/members/theme/box');
    await page.getByText('We can’t show the theme boxes right now.').waitFor();
    await lookHere('theme-box-failed');
    await page.unroute('**/api/current_themeboxes');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('radio', { name: /^Date Night/ }).waitFor();
    assert.deepEqual(visitor.complaints(), []);
  });
});

/** Fills the form of any registration and sends it. */
async function register(page, email) {
  await fillRegistration(page, email);
  await page.getByRole('button', { name: 'CREATE MY ACCOUNT' }).click();
  await page.waitForURL('**/quiz/1');
}

/** Goes from the first step of the quiz to the first order. */
async function order(page) {
  await skipQuiz(page);
  await page.getByRole('radio', { name: /Every other month/i }).check();
  await page.getByRole('button', { name: 'Next' }).last().click();
  await page.getByRole('link', { name: 'Enter payment details' }).click();
  await page.waitForURL('**/payment/billing');
  await fillPayment(page, CARD.accepted);
  await page.getByRole('button', { name: 'Save and order my box' }).click();
  await page.waitForURL('**/account/confirmation');
}

/** The referral code of a demo customer. */
async function referralCode() {
  const { page } = await visit(open, phone);
  await signInByCall(page, 'dana@example.com');
  return (await read(page, '/api/account')).referral_code;
}

/** The server's answer to the customer of this page. */
const read = async (page, path) => (await page.request.get(path)).json();
