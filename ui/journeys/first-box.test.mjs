// A customer's first box, from the landing page to the end of the purchase: ordered on a phone, paid for on a desktop.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CARD, fillCard, fillPayment, fillRegistration, signIn, takeQuiz } from './steps.mjs';
import { desk, opened, phone, visit } from './support.mjs';

const open = opened();

test('a visitor registers, orders a first box, decides on its items and pays', async () => {
  const visitor = await visit(open, phone);
  const { page, look } = visitor;
  const before = await audit(open.shop);

  await register(page, look, 'ada@example.com');
  await takeQuiz(page, look);
  await chooseDelivery(page, look);
  await review(visitor);
  await beRefused(visitor);
  await pay(visitor);
  await followTheBox(page, look, open.shop);
  // The box was ordered on a phone, and is decided and paid for on a desktop.
  await page.setViewportSize(desk);
  await decide(page, look);
  await purchase(page, look);

  const books = await audit(open.shop);
  assert.equal(books.invoices - before.invoices, 1);
  assert.equal(books.charges - before.charges, 2, 'the styling fee and the purchase, once each');
  assert.deepEqual(visitor.complaints(), []);
});

test('a customer who signs in after a wrong password comes to the screen they wanted, and signs out', async () => {
  const visitor = await visit(open, phone);
  const { page } = visitor;
  visitor.expect(401, '/api/account', '/api/sessions');

  await page.goto('/members/checkout/stylist-note');
  await page.waitForURL('**/login');
  await signIn(page, 'dana@example.com', 'Not the password 1!');
  await page.getByText('Invalid username or password').first().waitFor();
  assert.equal(await page.getByLabel(/^Email/).inputValue(), 'dana@example.com');
  await signIn(page, 'dana@example.com');
  await page.waitForURL('**/checkout/stylist-note');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
  await page.goto('/members/dashboard');
  await page.waitForURL('**/login');
  assert.deepEqual(visitor.complaints(), []);
});

async function register(page, look, email) {
  await page.goto('/members/welcome');
  await look('welcome');
  await page.getByRole('link', { name: /Let.s get started/i }).click();
  await page.waitForURL('**/register');
  await look('register');
  const create = page.getByRole('button', { name: 'CREATE MY ACCOUNT' });
  assert.equal(await create.getAttribute('aria-disabled'), 'true');
  await page.getByLabel('First name').fill('A');
  await page.getByLabel('Last name').focus();
  await page.getByText('Min. 2 characters.').waitFor();
  await look('register-faults');
  await fillRegistration(page, email);
  await create.click();
  await page.waitForURL('**/quiz/1');
}

async function chooseDelivery(page, look) {
  await look('quiz-delivery');
  const sunday = page.getByRole('button', { name: /^Sunday, / }).last();
  assert.equal(await sunday.getAttribute('aria-disabled'), 'true');
  await page.getByRole('radio', { name: /Every other month/i }).check();
  await page.getByRole('button', { name: 'Next' }).last().click();
  await page.waitForURL('**/quiz/confirmation');
  await look('quiz-confirmation');
  await page.getByRole('link', { name: 'Enter payment details' }).click();
  await page.waitForURL('**/payment/billing');
}

const send = (page) => page.getByRole('button', { name: 'Save and order my box' });

/**
 * Checks that cost, consent and button are in sight together, and that a customer who changes a choice comes back to what they typed,
 * except for the card.
 */
async function review({ page, look, atBoth }) {
  await page.getByText(/^The styling fee is \$1\.00\. It is charged when your box is styled/).waitFor();
  const summary = page.getByRole('complementary', { name: 'What you order' });
  const terms = page.getByRole('link', { name: /^Read the terms/ });
  const cost = summary.getByText('Styling fee', { exact: true });
  const box = async (part) => {
    const { y, height } = await part.boundingBox();
    return { top: y, bottom: y + height };
  };
  await atBoth(async ({ height }) => {
    await send(page).scrollIntoViewIfNeeded();
    const parts = await Promise.all([cost, terms, send(page)].map(box));
    const reach = Math.max(...parts.map(({ bottom }) => bottom)) - Math.min(...parts.map(({ top }) => top));
    // On a wide screen the summary stays next to the form while it scrolls.
    assert.ok(reach < height, `cost, consent and button take ${reach} of ${height} pixels`);
  });
  await look('payment-review');

  await fillPayment(page, CARD.accepted);
  await summary.getByRole('link', { name: 'Change how often boxes come' }).click();
  await page.waitForURL('**/quiz/delivery');
  await page.getByRole('radio', { name: /Every other month/i }).check();
  await page.getByRole('button', { name: 'Next' }).last().click();
  await page.waitForURL('**/payment/billing');
  assert.equal(await page.getByLabel('Address line 1').inputValue(), '12 Main Street');
  assert.equal(await page.getByLabel('Card number').inputValue(), '');
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await page.waitForURL('**/quiz/confirmation');
  await page.getByRole('link', { name: 'Enter payment details' }).click();
  await page.waitForURL('**/payment/billing');
  assert.equal(await page.getByLabel('Cell phone').inputValue(), '(612) 555-0100');
}

/** Done at one width only: the messages and the kept fields are the same at the other. */
async function beRefused({ page, look, expect }) {
  expect(402, '/api/credit_cards');
  expect(422, '/api/credit_cards');
  await fillPayment(page, CARD.declined);
  await send(page).click();
  await page.getByText('Nothing was charged.').waitFor();
  await look('payment-declined');
  assert.equal(await page.getByLabel('Address line 1').inputValue(), '12 Main Street');

  await fillCard(page, CARD.debit);
  await send(page).click();
  await page.getByText('We do not accept debit cards.').first().waitFor();
}

async function pay({ page, look }) {
  await fillPayment(page, CARD.accepted);
  await look('payment');
  await send(page).dblclick();
  await page.waitForURL('**/account/confirmation');
  await look('account-confirmation');
  await page.getByRole('link', { name: 'Go to my dashboard' }).click();
  await page.waitForURL('**/dashboard');
}

/** Delivers the box with the server's `ops` commands and the demo's button. The server is killed and restarted in between. */
async function followTheBox(page, look, shop) {
  await page.getByRole('heading', { name: 'Your box is scheduled' }).waitFor();
  await look('dashboard-scheduled');
  const [code] = (await page.getByText(/Box SB-\w+/).first().textContent()).match(/SB-\w+/);

  await shop.ops('style', code);
  // The answer to the dashboard's last call: no call is under way when the server is killed.
  await page.getByText('You have earned no reward yet.').waitFor();
  await shop.restart();
  await page.reload();
  await page.getByRole('heading', { name: 'Your box is being styled' }).waitFor();
  await look('dashboard-being-styled');
  await page.getByRole('button', { name: 'Demo: move my box on' }).click();
  await page.getByRole('heading', { name: 'Your box is on its way' }).waitFor();
  await look('dashboard-on-its-way');
  await shop.ops('deliver', code);
  await page.reload();
  await page.getByRole('heading', { name: 'Time to check out' }).waitFor();
  await look('dashboard-time-to-check-out');
}

async function decide(page, look) {
  await page.getByRole('link', { name: 'Review and check out' }).click();
  await page.waitForURL('**/checkout/stylist-note');
  await look('stylist-note');
  await page.getByRole('link', { name: 'Continue to Checkout' }).click();
  await page.waitForURL('**/checkout/review');
  await look('review');

  const rows = page.getByRole('radiogroup', { name: /^Your choice for/ });
  const count = await rows.count();
  assert.ok(count >= 5, `a box holds at least five items, not ${count}`);
  const dialog = page.getByRole('dialog');
  const choose = (row, choice) => rows.nth(row).getByRole('radio', { name: choice, exact: true }).click();

  await choose(0, 'Return');
  await dialog.getByText('Too Big').click();
  await look('review-return');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await choose(1, 'Exchange');
  await look('review-exchange');
  await dialog.getByRole('radio').first().check({ force: true });
  await dialog.getByRole('button', { name: 'Exchange for this size' }).click();
  for (let row = 2; row < count; row += 1) {
    await choose(row, 'Keep');
    if (row === 2) await look('review-keep');
    await dialog.getByRole('button', { name: 'Save' }).click();
  }
  await page.getByText("You've unlocked 10% off!").waitFor();
  await look('review-decided');
}

async function purchase(page, look) {
  const previewed = await due(page.getByRole('region', { name: 'Your total' }));
  await page.getByRole('button', { name: 'Review Order' }).click();
  await page.waitForURL('**/checkout/confirmation');
  await look('confirm-purchase');
  const invoiced = await due(page.getByRole('region', { name: 'Your invoice' }));
  assert.equal(invoiced, previewed, 'the page and the server agree to the cent');

  await page.getByRole('button', { name: 'Complete Purchase' }).dblclick();
  await page.waitForURL('**/checkout/success');
  await look('success');
  await page.reload();
  await page.getByRole('heading', { name: 'Thank you for checking out!' }).waitFor();
  await page.getByRole('button', { name: 'Go To Dashboard' }).click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('heading', { name: 'Checkout complete' }).waitFor();
  await look('dashboard-checkout-complete');
}

/** The numbers that `ops audit` prints if the books agree. */
async function audit(shop) {
  const printed = await shop.ops('audit');
  const found = /^The books agree: (\d+) paid invoices?, .* (\d+) charges?\./.exec(printed);
  assert.ok(found, printed);
  return { invoices: Number(found[1]), charges: Number(found[2]) };
}

/** The amount due in a panel. */
const due = async (panel) => (await panel.locator('output, dd[aria-live]').first().textContent()).trim();
