// The subscription, by keyboard: another frequency, a skip that is undone, a pause, and failures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, enter, finishBox, getsFocus, tabTo } from './steps.mjs';
import { opened, visit, widths } from './support.mjs';

const [phone, desk] = widths;

const open = opened();

const DANA = 'dana@example.com';
const SCREEN = '/members/manage/subscription';

test('a customer changes the frequency, skips a box and pauses, by keyboard', async () => {
  const visitor = await visit(open, desk);
  const { page, look } = visitor;
  await enter(visitor, DANA, SCREEN);
  // While a box is at home, its checkout comes first.
  await page.getByText('What you keep from your box').waitFor();
  await look('subscription-box-at-home');

  const [order] = (await call(page, 'get', '/api/orders')).orders;
  await finishBox(page, open.shop, order, { kept: 1 });
  await choosePlan(page, 'subscription_30_day');
  await page.goto('/members/dashboard');
  const tile = page.getByRole('main').getByRole('link', { name: /^Subscription/ });
  await tile.getByText(/^Next box .*, styling fee \$20\.00$/).waitFor();
  await tile.getByText(/^Skip it by .*, 11:59 PM CT/).waitFor();
  await page.getByRole('main').getByRole('link', { name: /^Account/ }).waitFor();
  await look('dashboard-subscriber');
  await pressOn(page, tile);
  await page.waitForURL(`**${SCREEN}`);
  const skip = page.getByRole('button', { name: 'Skip Next Box' });
  const save = page.getByRole('button', { name: 'Save' });
  const dialog = page.getByRole('dialog');
  await skip.waitFor();
  await look('subscription');

  await pressOn(page, skip);
  await dialog.getByRole('heading', { name: 'Skip your next box?' }).waitFor();
  await look('subscription-skip');
  await pressOn(page, dialog.getByRole('button', { name: 'Skip Next Box' }));
  await page.getByText('Your next box is skipped.', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Order a box on demand' }).waitFor();
  await getsFocus(page.getByRole('heading', { name: 'Your next box' }));
  assert.equal((await call(page, 'get', '/api/account')).skip_days, 30);
  await look('subscription-skipped');
  await pressOn(page, page.getByRole('button', { name: 'Don’t skip it' }));
  await skip.waitFor();
  assert.equal((await call(page, 'get', '/api/account')).skip_days, 0);

  // The page says what happens next. The customer is asked to confirm only while the next box is skipped.
  await pressOn(page, skip);
  await pressOn(page, dialog.getByRole('button', { name: 'Skip Next Box' }));
  await page.getByRole('button', { name: 'Don’t skip it' }).waitFor();
  const follows = page.getByRole('status', { name: 'What happens next' });
  await tabTo(page, page.getByRole('radio', { name: /Every month/ }));
  await page.keyboard.press('ArrowDown');
  await follows.getByText(/earlier change requests become void/).waitFor();
  await follows.getByText(/^Styling fee \$/).waitFor();
  await look('subscription-change');
  await page.reload();
  await follows.getByText(/^Styling fee \$/).waitFor();
  await pressOn(page, save);
  await dialog.getByRole('heading', { name: 'Change how often boxes come?' }).waitFor();
  await look('subscription-change-asked');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await getsFocus(save);
  await page.keyboard.press('Enter');
  await pressOn(page, dialog.getByRole('button', { name: 'Yes, change it' }));
  await page.getByText('Your changes are saved.').waitFor();
  await page.waitForURL('**/dashboard');
  const { subscription_type, skip_days } = await call(page, 'get', '/api/account');
  assert.deepEqual([subscription_type, skip_days], ['subscription_60_day', 0]);

  // A pause and its end need no confirmation.
  for (const [keys, told, plan] of [
    [['ArrowDown', 'ArrowDown'], /^When you order one$/, 'subscription_on_demand'],
    [['ArrowDown'], /^Styling fee \$/, 'subscription_30_day'],
  ]) {
    await page.goto(SCREEN);
    await tabTo(page, page.getByRole('radio', { checked: true }));
    for (const key of keys) await page.keyboard.press(key);
    await follows.getByText(told).waitFor();
    await pressOn(page, save);
    await page.waitForURL('**/dashboard');
    assert.equal((await call(page, 'get', '/api/account')).subscription_type, plan);
    if (plan === 'subscription_on_demand') {
      await page.goto(SCREEN);
      await page.getByText('You are on demand: a box comes only when you order one.').waitFor();
      await look('subscription-on-demand');
    }
  }
  assert.deepEqual(visitor.complaints(), []);
});

test('a customer is told of a failure, keeps the choice, and saves it at the next try', async () => {
  const visitor = await visit(open, phone);
  const { page, lookHere, expect } = visitor;
  expect(503, '/api/account', '/api/account/next_charge', '/api/account/skip_a_box');
  const busy = (route) => route.fulfill({ status: 503, json: { errors: { unexpected: 'An unexpected error occurred' } } });
  await page.route('**/api/account/next_charge', busy);
  await enter(visitor, DANA, SCREEN);
  await page.getByText('We can’t look up your subscription right now.').waitFor();
  await lookHere('subscription-not-loaded');
  await page.unroute('**/api/account/next_charge');
  await page.getByRole('button', { name: 'Try again' }).click();
  const skip = page.getByRole('button', { name: 'Skip Next Box' });
  await skip.waitFor();
  const account = page.getByRole('navigation', { name: 'Members' }).getByRole('link', { name: 'Account' });
  assert.equal(await account.isVisible(), false);
  await pressOn(page, page.getByRole('button', { name: 'Menu' }));
  await tabTo(page, account);
  await page.keyboard.press('Escape');
  assert.equal(await account.isVisible(), false);

  await page.route('**/api/account/skip_a_box', busy);
  await skip.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Skip Next Box' }).click();
  await page.getByText('An unexpected error occurred').first().waitFor();
  await skip.waitFor();

  // The click waits until the dialog no longer covers the choice.
  await page.getByText('Seasonal hauls (Quarterly)').click();
  const change = (route) => (route.request().method() === 'PATCH' ? busy(route) : route.fallback());
  await page.route('**/api/account', change);
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  await page.getByRole('radiogroup').getByText('An unexpected error occurred').waitFor();
  await lookHere('subscription-not-saved');
  await page.unroute('**/api/account', change);
  await save.click();
  await page.waitForURL('**/dashboard');
  assert.equal((await call(page, 'get', '/api/account')).subscription_type, 'subscription_90_day');
  assert.deepEqual(visitor.complaints(), []);
});

const choosePlan = (page, subscription_type) => call(page, 'patch', '/api/account', { customer: { subscription_type } });

async function pressOn(page, target) {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}
