// The ZIP code completes an address, and sorts the stores by distance.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registerByCall } from './steps.mjs';
import { desk, opened, phone, visit } from './support.mjs';

const open = opened();

test('a visitor finds the nearest store by a ZIP code, with the keyboard', async () => {
  const visitor = await visit(open, desk);
  const { page, look } = visitor;
  await page.goto('/members/schedule-pickup');
  const search = page.getByRole('searchbox', { name: 'Find by city, state or ZIP' });
  await search.focus();
  await page.keyboard.type('55401');
  // Downtown Minneapolis: Saint Paul is six miles away, Edina eight.
  await page.getByText('24 stores, nearest first').waitFor();
  const list = page.getByRole('radiogroup', { name: /Where would you like to pick it up/ });
  const [first, second] = await list.getByRole('radio').all();
  assert.equal(await first.evaluate((radio) => radio.parentElement.innerText.replaceAll('\n', ' ')), 'Grand Avenue Saint Paul, MN 6 miles');
  assert.match(await second.evaluate((radio) => radio.parentElement.innerText), /^Edina Galleria/);
  await look('pickup-nearest-store');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.getByRole('region', { name: 'Your store' }).getByText('854 Grand Avenue').waitFor();
  assert.deepEqual(visitor.complaints(), []);
});

test('a customer’s city and state are filled in from the ZIP code, and what they typed stays', async () => {
  const visitor = await visit(open, phone);
  const { page, look, expect } = visitor;
  await registerByCall(page, 'zip@example.com');
  await page.goto('/members/payment/billing');
  const [zip, city, state] = ['ZIP code', 'City', 'State'].map((label) => page.getByLabel(new RegExp(`^${label}`)));
  const shows = async (field, text) => assert.equal(await field.inputValue(), text);
  // The form starts with the ZIP code of the registration.
  await page.getByText('Filled in from the ZIP code: Minneapolis, MN').waitFor();
  await shows(city, 'Minneapolis');
  await look('address-from-zip');
  await zip.fill('90210');
  await page.getByText('Filled in from the ZIP code: Beverly Hills, CA').waitFor();
  await shows(state, 'CA');
  await city.fill('Los Angeles');
  await zip.fill('98107');
  await page.getByText('Filled in from the ZIP code: WA').waitFor();
  await shows(city, 'Los Angeles');
  // The form has no Puerto Rico, so nothing is filled in.
  expect(404, '/api/postal_codes/00901');
  const answer = page.waitForResponse('**/api/postal_codes/00901');
  await zip.fill('00901');
  assert.equal((await answer).status(), 404);
  await shows(city, 'Los Angeles');
  // Without a network nothing is filled in either.
  await page.route('**/api/postal_codes/**', (route) => route.abort());
  await zip.fill('10001');
  await city.fill('New York');
  await state.fill('NY');
  await shows(zip, '10001');
  assert.deepEqual(visitor.complaints().filter((text) => !text.includes('ERR_FAILED')), []);
});
