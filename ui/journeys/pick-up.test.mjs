// A first box that is picked up at a store: planned before registration, at home or in the store, or chosen after the quiz.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CARD, fillPayment, fillRegistration, signIn, skipQuiz, takeQuiz } from './steps.mjs';
import { desk, opened, phone, visit } from './support.mjs';

/** Waits until a step of the quiz is shown. Step 15 is the 14th that is asked. */
const shown = (page) => async (screen) => {
  const step = Number(screen.replace('quiz-', ''));
  if (step) await page.getByText(new RegExp(`^Step ${Math.min(step, 14)} of`)).waitFor();
};


const open = opened();

test('a visitor plans a pick-up with shoes, registers and orders it', async () => {
  const visitor = await visit(open, desk);
  const { page, look } = visitor;
  // The plan leads to the payment, and from there to registration.
  visitor.expect(401, '/api/account');

  await page.goto('/members/schedule-pickup');
  await look('schedule-pickup');
  const next = page.getByRole('button', { name: 'Next' }).last();
  // Forced, because Playwright would wait until the button is no longer aria-disabled.
  await next.click({ force: true });
  await page.getByText('Still needed: A store, A day').waitFor();
  await look('schedule-pickup-missing');
  await page.getByLabel('Find by city, state or ZIP').fill('madison');
  await page.getByRole('radio', { name: /^Monroe Street/ }).check();
  await page.getByText(/Expected to be ready from/).waitFor();
  const day = await chooseDay(page);
  await page.getByRole('radio', { name: 'Yes', exact: true }).check({ force: true });
  await look('schedule-pickup-chosen');
  await page.reload();
  assert.ok(await page.getByRole('radio', { name: /^Monroe Street/ }).isChecked());
  await next.click();

  await page.waitForURL('**/register');
  const plan = page.getByRole('region', { name: 'Your pick-up' });
  await plan.getByText('Monroe Street').first().waitFor();
  assert.equal(await plan.locator('time').getAttribute('datetime'), day);
  await look('register-pick-up');
  await plan.getByRole('link', { name: 'Change the day' }).click();
  await page.waitForURL('**/schedule-pickup');
  await next.click();
  await register(page, 'pickup-@example.com');
  await takeQuiz(page, shown(page), '**/quiz/14');
  await page.getByRole('heading', { name: 'Add shoes too' }).waitFor();
  await look('quiz-14');
  await page.getByLabel('Shoe size').selectOption('8');
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Next' }).last().click();
  await page.waitForURL('**/payment/info');
  await page.goto('/members/payment/shipping');
  await page.getByText(/^Tell us your billing address and how you pay/).waitFor();
  await look('payment-intro-pick-up');
  await page.goto('/members/payment/info');
  const summary = page.getByRole('complementary', { name: 'What you order' });
  await summary.getByText('Monroe Street').first().waitFor();
  await page.getByRole('region', { name: 'Billing address' }).waitFor();
  assert.equal(await page.getByText(/where it goes|same as my shipping address/i).count(), 0);
  await look('payment-pick-up');
  // The questions about shoes are answered, so the change leads straight back.
  await summary.getByRole('link', { name: 'Change the store' }).click();
  await page.waitForURL('**/quiz/delivery');
  await page.getByRole('button', { name: 'Next' }).last().click();
  await page.waitForURL('**/payment/info');
  await pay(page);
  await page.getByText('Pick-up at').waitFor();
  await look('account-confirmation-pick-up');

  const order = await onlyOrder(page);
  assert.equal(order.customer_pick_up, true);
  assert.equal(order.ship_by_date, day);
  assert.equal(order.assigned_location.name, 'Monroe Street');
  assert.equal(order.subscription_type, 'subscription_on_demand');
  const account = await accountOf(page);
  assert.equal(account.dressing_room_to_go_signup, true);
  assert.equal(account.registered_in_store, false);
  assert.deepEqual(visitor.complaints(), []);
});

// Other journeys look at its screens.
test('a customer plans a pick-up before signing in, and orders it', async () => {
  const visitor = await visit(open, phone);
  const { page } = visitor;
  visitor.expect(401, '/api/account');
  await page.goto('/members/schedule-pickup');
  await page.getByRole('radio', { name: /^Edina Galleria/ }).check();
  const day = await chooseDay(page);
  await page.getByRole('button', { name: 'Next' }).last().click();
  await page.waitForURL('**/register');
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await signIn(page, 'ann@example.com');
  // Ann has answered the quiz, so only the card is missing.
  await page.waitForURL('**/payment/info');
  const summary = page.getByRole('complementary', { name: 'What you order' });
  await summary.getByText('Edina Galleria').first().waitFor();
  await pay(page);
  await page.getByText('Pick-up at').waitFor();
  await page.getByText('Edina Galleria').first().waitFor();

  const order = await onlyOrder(page);
  assert.deepEqual(
    [order.customer_pick_up, order.ship_by_date, order.assigned_location.name],
    [true, day, 'Edina Galleria'],
  );
  assert.equal((await accountOf(page)).dressing_room_to_go_signup, true);
  assert.deepEqual(visitor.complaints(), []);
});

test('a customer chooses a pick-up after the quiz, without shoes, and orders it', async () => {
  const visitor = await visit(open, phone);
  const { page, look } = visitor;
  await page.goto('/members/register');
  await register(page, 'chosen-@example.com');
  await skipQuiz(page);
  await page.getByRole('radio', { name: /^I will pick it up/ }).check();
  const next = page.getByRole('button', { name: 'Next' }).last();
  await next.click({ force: true });
  await page.getByText(/^Still needed: A store, A day/).waitFor();
  await page.getByRole('radio', { name: /^Edina Galleria/ }).check();
  await page.getByText(/Expected to be ready from/).waitFor();
  const day = await chooseDay(page);
  await page.getByRole('radio', { name: 'No', exact: true }).check({ force: true });
  await look('quiz-delivery-pick-up');
  await next.click();
  await page.waitForURL('**/payment/billing');
  await pay(page);

  const order = await onlyOrder(page);
  assert.equal(order.customer_pick_up, true);
  assert.equal(order.ship_by_date, day);
  assert.equal(order.assigned_location.name, 'Edina Galleria');
  assert.deepEqual(visitor.complaints(), []);
});

test('a visitor plans a pick-up in the store and orders it', async () => {
  const visitor = await visit(open, phone);
  const { page, look } = visitor;
  visitor.expect(401, '/api/account');
  await page.goto('/members/schedule-pickup-in-store');
  await page.getByRole('radio', { name: /^Edina Galleria/ }).check();
  const day = await chooseDay(page);
  await look('schedule-pickup-in-store');
  await page.getByRole('button', { name: 'Next' }).last().click();
  await register(page, 'in-store-@example.com');
  await page.getByText('Saved', { exact: true }).waitFor();

  // The customer is not asked for the store and the day again.
  await skipQuiz(page, '**/payment/info');
  await pay(page);

  const account = await accountOf(page);
  assert.deepEqual([account.registered_in_store, account.dressing_room_to_go_signup], [true, true]);
  const order = await onlyOrder(page);
  assert.deepEqual([order.customer_pick_up, order.ship_by_date, order.assigned_location.name], [true, day, 'Edina Galleria']);
  assert.deepEqual(visitor.complaints(), []);
});

/** Chooses the first open day of the next month. Returns it. */
async function chooseDay(page) {
  await page.getByRole('button', { name: 'Next month' }).first().click();
  const day = page.locator('[data-day]:not([data-blocked]):not([data-outside-month])').first();
  await day.click();
  return day.getAttribute('data-day');
}

async function register(page, email) {
  await page.waitForURL('**/register');
  await fillRegistration(page, email);
  await page.getByRole('button', { name: 'CREATE MY ACCOUNT' }).click();
  await page.waitForURL('**/quiz/1');
}

async function pay(page) {
  await fillPayment(page, CARD.accepted);
  await page.getByRole('button', { name: 'Save and order my box' }).click();
  await page.waitForURL('**/account/confirmation');
}

const read = async (page, path) => (await page.request.get(`/api${path}`, { headers: { Accept: 'application/json; version=1' } })).json();

const accountOf = (page) => read(page, '/account');

async function onlyOrder(page) {
  const { orders } = await read(page, '/orders');
  assert.equal(orders.length, 1);
  return orders[0];
}
