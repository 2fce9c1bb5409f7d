// The account: names, phone, address, store and stylist, the password, a code by email, two tabs, the devices, the customer's data,
// closing the account, and a new email.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { call, enter, registerAndEnter, finishBox, newestCode, PASSWORD, registerByCall, signIn, signInByCall } from './steps.mjs';
import { desk, opened, phone, visit } from './support.mjs';

const open = opened();
const address = { line_1: '12 Main Street', city: 'Minneapolis', state: 'MN', postal_code: '55401', phone: '6125550100' };
const screenPath = '/members/account/management';
const heading = (page, name = 'Account Management') => page.getByRole('heading', { level: 1, name }).waitFor();
const save = (page) => page.getByRole('button', { name: 'Save', exact: true });
const account = (page) => call(page, 'get', '/api/account');

test('names, phone, address, store and stylist are saved together, by keyboard alone', async () => {
  const visitor = await visit(open, desk);
  const { page, look } = visitor;
  await registerAndEnter(visitor, 'account-@example.com', screenPath);
  await heading(page);
  await look('account');
  await page.getByLabel('Last name').focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Byron');
  // An address that is begun must be complete.
  await page.getByLabel('Address line 1').focus();
  await page.keyboard.type('12 Main Street');
  await page.keyboard.press('Enter');
  await page.getByRole('group', { name: /things to fix/ }).waitFor();
  await look('account-incomplete');
  await page.getByRole('link', { name: /^ZIP code/ }).press('Enter');
  await page.keyboard.type('55401');
  // The ZIP code fills in city and state.
  await page.waitForFunction(() => document.querySelector('[name="shipping_state"]').value === 'MN');
  await page.getByLabel('Cell phone for deliveries').focus();
  await page.keyboard.type('6125550100');
  await page.getByLabel('Cell phone', { exact: true }).focus();
  await page.keyboard.type('6125550142');
  await page.getByLabel('Preferred store').focus();
  await page.keyboard.type('Illinois - L');
  await page.getByLabel(/^Stylist/).focus();
  await page.keyboard.type('Bron');
  await save(page).press('Enter');
  await page.waitForURL('**/dashboard');
  await page.getByText('Your changes are saved.').waitFor();
  const { last_name, phone, preferred_stylist, assigned_location_id, shipping_addresses } = await account(page);
  assert.deepEqual([last_name, phone, preferred_stylist], ['Byron', '6125550142', 'Bronwen T.']);
  assert.notEqual(assigned_location_id, null);
  assert.deepEqual(
    shipping_addresses.map(({ shipping_line_1, shipping_city, shipping_phone }) => [shipping_line_1, shipping_city, shipping_phone]),
    [['12 Main Street', 'Minneapolis', '6125550100']],
  );
  assert.deepEqual(visitor.complaints(), []);
});

test('a customer changes their password with the current one, and stays signed in', async () => {
  const visitor = await visit(open, phone);
  const { page, look, expect } = visitor;
  expect(422, '/api/registrations');
  await registerAndEnter(visitor, 'password-@example.com', screenPath);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('Current password', { exact: true }).fill('Something#1');
  await page.getByLabel('New password', { exact: true }).fill('Wardrobe#2027');
  await page.keyboard.press('Enter');
  await page.getByText('This is not your current password.').first().waitFor();
  await look('account-password');
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText(/^Your password is changed\./).first().waitFor();
  // The session goes on.
  await page.reload();
  await heading(page);
  assert.deepEqual(visitor.complaints(), []);
});

test('a new phone waits for a code by email: wrong, then right', async () => {
  const visitor = await visit(open, phone);
  const { page, look, expect } = visitor;
  expect(403, '/api/account');
  expect(422, '/api/mfa_resubmissions');
  await enter(visitor, 'dana@example.com', screenPath);
  await heading(page);
  await look('account-known');
  await page.getByLabel('Cell phone', { exact: true }).fill('6125550199');
  await save(page).click();
  await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  assert.equal(await page.getByLabel('Cell phone', { exact: true }).inputValue(), '612-555-0199');
  await save(page).click();
  await page.getByRole('button', { name: 'Request Code' }).click();
  await page.getByText('Code Sent!').waitFor();
  const code = await newestCode(open.shop);
  await page.getByLabel('Code', { exact: true }).fill(code === '111111' ? '222222' : '111111');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('Oops! The code entered is incorrect.').first().waitFor();
  await look('account-code-wrong');
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL('**/dashboard');
  await page.getByText('Your changes are saved.').waitFor();
  assert.equal((await account(page)).phone, '6125550199');
  assert.deepEqual(visitor.complaints(), []);
});

test('a customer whose account changed in another tab is told, and keeps what they typed, also if the server fails', async () => {
  const visitor = await visit(open, phone);
  const { page, context, lookHere, expect } = visitor;
  expect(503, '/api/account');
  await registerAndEnter(visitor, 'two-tabs@example.com', '/members/dashboard');
  await call(page, 'patch', '/api/account', { shipping_address: address });
  await page.goto(screenPath);
  await page.getByLabel('Last name').fill('Byron');
  const other = await context.newPage();
  await other.goto(screenPath);
  await other.getByLabel('Last name').fill('Reed');
  await save(other).click();
  await other.waitForURL('**/dashboard');
  await other.close();

  await save(page).click();
  await page.getByText('Your account was changed in another tab or on another device.').waitFor();
  await lookHere('account-two-tabs');
  const fail = (route) => (route.request().method() === 'PATCH' ? route.fulfill({ status: 503, json: { errors: { unexpected: 'An unexpected error occurred' } } }) : route.continue());
  await page.route('**/api/account', fail);
  await save(page).click();
  await page.getByText('An unexpected error occurred').first().waitFor();
  assert.equal(await page.getByLabel('Last name').inputValue(), 'Byron');
  await page.unroute('**/api/account', fail);
  await save(page).click();
  await page.waitForURL('**/dashboard');
  assert.equal((await account(page)).last_name, 'Byron');
  assert.deepEqual(visitor.complaints(), []);
});

test('a customer who leaves with unsaved changes is asked first', async () => {
  const visitor = await visit(open, phone);
  const { page, lookHere } = visitor;
  await enter(visitor, 'ann@example.com', screenPath);
  await page.getByLabel('First name').fill('Anna');
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  await lookHere('account-leave');
  await page.keyboard.press('Escape');
  assert.equal(await page.getByLabel('First name').inputValue(), 'Anna');
  await page.reload();
  await page.getByText('You changed something here that is not saved yet.').waitFor();
  await page.getByRole('button', { name: 'Undo my changes' }).click();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await page.waitForURL('**/dashboard');
  assert.deepEqual(visitor.complaints(), []);
});

test('a second device is listed and signed out, and its next call leads to sign-in', async () => {
  const visitor = await visit(open, desk);
  const { page, lookHere } = visitor;
  const email = 'devices@example.com';
  const second = await visit(open, phone, { userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0' });
  second.expect(401, '/api/.*');
  await registerByCall(page, email);
  await enter(second, email, '/members/account/management');
  await heading(second.page);
  await page.goto(screenPath);
  const devices = page.getByRole('region', { name: 'Signed-in devices' });
  await devices.getByText('Firefox on Windows', { exact: true }).waitFor();
  await devices.getByText('This device').waitFor();
  assert.equal(await devices.getByRole('listitem').count(), 2);
  await lookHere('account-devices');
  await devices.getByRole('button', { name: 'Sign out Firefox on Windows' }).click();
  await page.getByText('Firefox on Windows is signed out.').waitFor();
  assert.equal(await devices.getByRole('listitem').count(), 1);

  await second.page.getByRole('link', { name: 'Purchase history', exact: true }).first().click();
  await second.page.waitForURL('**/login');
  await signIn(second.page, email);
  await second.page.waitForURL('**/account/purchase-history');
  await page.reload();
  await devices.getByText('Firefox on Windows', { exact: true }).waitFor();
  assert.deepEqual([visitor.complaints(), second.complaints()], [[], []]);
});

test('a customer downloads a file with their own data and nobody else’s', async () => {
  const visitor = await visit(open, phone);
  const { page } = visitor;
  await enter(visitor, 'maya@example.com', screenPath);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download my data' }).click()]);
  assert.equal(download.suggestedFilename(), 'marlowe-my-data.json');
  const text = await readFile(await download.path(), 'utf8');
  const { account: own, orders } = JSON.parse(text);
  assert.deepEqual([own.email, own.first_name], ['maya@example.com', 'Maya']);
  const { orders: known } = await call(page, 'get', '/api/orders?limit=50');
  assert.deepEqual(orders.map(({ code }) => code).toSorted(), known.map(({ code }) => code).toSorted());
  assert.ok(!text.includes('dana@example.com'), 'nobody else’s');
  assert.ok(!/4242424242424242|argon2/.test(text), 'no card number and no password');
  assert.deepEqual(visitor.complaints(), []);
});

test('an account with a box at home closes once the box is settled; then nobody can sign in, and an email says so', async () => {
  const visitor = await visit(open, phone);
  const { page, look, expect } = visitor;
  const email = 'dana@example.com';
  expect(401, '/api/.*');
  await enter(visitor, email, screenPath);
  const part = page.getByRole('region', { name: 'Close my account' });
  // The screen says beforehand what is kept, and why.
  await part.getByText(/^A box that is with you or under way is settled first/).waitFor();
  await part.getByText(/^What was bought, paid and returned is kept without your name, because/).waitFor();
  await part.getByRole('button', { name: 'Close my account' }).click();
  await part.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await look('account-close');
  await part.getByRole('button', { name: 'Close my account for good' }).dblclick();
  await page.getByText('Your account closes as soon as everything is settled.').waitFor();
  await part.getByText('Your box has to be checked out.').waitFor();
  await look('account-closing');
  // Every screen says that the account closes, and none offers what would be refused.
  const notice = page.getByRole('region', { name: 'Closing your account' });
  for (const path of ['dashboard', 'customize/order/custom', 'theme/box', 'refer/friend', 'manage/subscription', 'checkout/review']) {
    await page.goto(`/members/${path}`);
    await notice.getByText('Your box has to be checked out.').waitFor();
    await look(`closing-${path.replaceAll('/', '-')}`);
    assert.equal(await page.getByRole('button', { name: /^(Copy link|Save|ORDER THIS BOX)$/ }).count(), 0, path);
    assert.equal(await page.getByRole('link', { name: 'Send it to me' }).count(), 0, path);
  }
  await page.goto('/members/orderhistory');
  await notice.getByRole('link', { name: 'Keep my account after all' }).click();
  await page.waitForURL('**/account/management');
  // The account's own screen says it in its own words, without the notice.
  await notice.waitFor({ state: 'detached' });
  const [order] = (await call(page, 'get', '/api/orders')).orders;
  // Until then the customer can sign in and check out.
  await page.context().clearCookies();
  await signInByCall(page, email);
  await finishBox(page, open.shop, order, { kept: 1 });
  await open.shop.runJob('closings');
  await page.reload();
  await page.waitForURL('**/login');
  await signIn(page, email);
  await page.getByText('Invalid username or password').first().waitFor();
  const mails = await outbox(page);
  assert.match(mails, /Your Stylebox account is closed/);
  assert.deepEqual(visitor.complaints(), []);
});

// The last test, because it moves the clock.
test('the link to a new email confirms it once, also for a signed-out customer, and not after it has expired', async () => {
  const visitor = await visit(open, phone);
  const { page, look, lookHere, expect } = visitor;
  const stranger = await visit(open, desk);
  stranger.expect(422, '/api/email_confirmations');
  expect(401, '/api/.*');
  const names = ['first', 'second', 'third'].map((name) => `${name}@example.com`);
  await registerByCall(page, 'before@example.com');
  await call(page, 'patch', '/api/account', { shipping_address: address });
  await page.goto(screenPath);
  await page.getByLabel('Email').fill(names[0]);
  await save(page).click();
  await page.getByText(`Open the link that we sent to ${names[0]}.`, { exact: false }).waitFor();
  assert.equal((await account(page)).email, 'before@example.com');
  const confirm = (tab) => tab.getByRole('button', { name: 'Confirm my email' });
  const link = await newestLink(page);
  await page.goto(link);
  await confirm(page).waitFor();
  assert.ok(!page.url().includes('token'), 'the token is not left in the address bar');
  await look('confirm-email');
  await confirm(page).dblclick();
  await heading(page, 'Your new email is confirmed');
  await lookHere('confirm-email-done');
  await page.getByRole('link', { name: 'Go To Dashboard' }).click();
  await page.waitForURL('**/dashboard');
  assert.equal((await account(page)).email, names[0]);

  // A link that was used is refused. It is opened as a mail program does, in a new document.
  const follow = async (found) => {
    await stranger.page.goto('/dev/outbox');
    await stranger.page.goto(found);
  };
  const isRefused = async (old) => {
    await follow(old);
    await confirm(stranger.page).click();
    await stranger.page.getByRole('alert').filter({ hasText: 'This link' }).waitFor();
  };
  await isRefused(link);
  await stranger.look('confirm-email-refused');

  // A link that is opened without a session signs nobody in, and ends the customer's other session.
  await call(page, 'patch', '/api/account', { customer: { email: names[1] } });
  await follow(await newestLink(page));
  await confirm(stranger.page).click();
  await heading(stranger.page, 'Your new email is confirmed');
  await stranger.page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await stranger.page.waitForURL('**/login');
  await page.reload();
  await page.waitForURL('**/login');
  await signIn(page, names[1]);
  await page.waitForURL('**/dashboard');

  await call(page, 'patch', '/api/account', { customer: { email: names[2] } });
  const late = await newestLink(page);
  await open.shop.passDays(4);
  await isRefused(late);
  assert.equal((await account(page)).email, names[1]);
  assert.deepEqual([visitor.complaints(), stranger.complaints()], [[], []]);
});

const outbox = async (page) => (await page.request.get('/dev/outbox')).text();

/** The path of the link in the newest email to a new address. */
async function newestLink(page) {
  const [, path] = /https?:\/\/[^/]+(\/members\/confirm_email#token=\w+)/.exec(await outbox(page)) ?? [];
  assert.ok(path, 'a link was sent');
  return path;
}
