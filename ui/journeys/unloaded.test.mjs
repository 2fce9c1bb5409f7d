// Code that does not load: without a network a screen or part that was never loaded says so, and loads once the network is back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillRegistrationFields, passHumanCheck } from './steps.mjs';
import { opened, phone, visit } from './support.mjs';

const open = opened();

/** What the button says below itself. */
const unreachable = (page) => page.locator('span').filter({ hasText: /^We cannot be reached right now\./ }).first();

/** The errors on the console, without the calls and files that failed because there was no network. */
const faults = (visitor) => visitor.complaints().filter((each) => !/ERR_(INTERNET_DISCONNECTED|FAILED)/.test(each));

test('a screen that was never loaded says that there is no network, and opens when it is back', async () => {
  const visitor = await visit(open, phone);
  const { page, context, lookHere } = visitor;
  await page.goto('/members/login');
  await page.getByLabel(/^Email/).waitFor();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { level: 1, name: 'This page did not load' }).waitFor();
  await lookHere('screen-not-loaded');
  await context.setOffline(false);
  await page.getByRole('heading', { level: 1, name: /No problem/ }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/members/forgot_password');
  assert.deepEqual(faults(visitor), []);
});

test('Try again says that the server cannot be reached, and opens the screen once it can', async () => {
  const visitor = await visit(open, phone);
  const { page } = visitor;
  await page.goto('/members/login');
  await page.getByLabel(/^Email/).waitFor();
  // The browser has a network, but the server does not answer.
  await page.route('**/*', (route) => route.abort());
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  const again = page.getByRole('button', { name: 'Try again' });
  await again.click();
  await unreachable(page).waitFor();
  assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'This page did not load');
  await page.unroute('**/*');
  await again.click();
  await page.getByRole('heading', { level: 1, name: /No problem/ }).waitFor();
  assert.deepEqual(faults(visitor), []);
});

test('a human check whose code does not load offers a reload, which keeps the form without a network and over the reload', async () => {
  const visitor = await visit(open, phone);
  const { page, lookHere, expect } = visitor;
  await page.goto('/members/register');
  await fillRegistrationFields(page, 'unloaded@example.com');
  expect(404, '/members/assets/solveChallenge.*');
  await page.route('**/assets/solveChallenge*', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('checkbox', { name: /not a robot/i }).click();
  await page.getByText('The verification did not load. Please reload the page.').waitFor();
  await lookHere('human-check-not-loaded');
  await page.route('**/members/register', (route) => route.abort());
  const reload = page.getByRole('button', { name: 'Reload' });
  await reload.click();
  await unreachable(page).waitFor();
  assert.equal(await page.getByLabel('First name').inputValue(), 'Ada');
  await page.unrouteAll();
  await reload.click();
  await page.waitForFunction(() => document.querySelector('[name="password"]')?.value === '');
  await page.waitForFunction(() => document.querySelector('[name="first_name"]')?.value === 'Ada');
  await passHumanCheck(page);
  assert.deepEqual(faults(visitor), []);
});
