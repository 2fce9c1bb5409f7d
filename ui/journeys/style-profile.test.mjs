// The style profile: the day's deck of cards, the sections and their questions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enter } from './steps.mjs';
import { opened, visit, widths } from './support.mjs';

const open = opened();
const [phone, desk] = widths;

test('a customer answers the day’s deck by keyboard, and saves all answers of a section together', async () => {
  const visitor = await visit(open, phone);
  const { page, look } = visitor;
  await enter(visitor, 'ann@example.com', '/members/styleprofile');
  await page.getByRole('group', { name: 'Is this your style?' }).waitFor();
  await look('style-profile');

  // All cards of the day, by keyboard.
  const count = (await read(page)).questions.reshuffle.length;
  assert.equal(count, 14);
  await page.getByRole('button', { name: 'Yes' }).focus();
  for (let left = count; left > 0; left -= 1) {
    await page.getByText(left === 1 ? 'The last one today.' : `${left} for today.`).waitFor();
    await page.keyboard.press(left % 2 === 0 ? 'ArrowRight' : 'ArrowLeft');
  }
  await page.getByText('Thanks for letting your stylist know what you love.').waitFor();
  await look('style-profile-thanks');
  await page.reload();
  await page.getByText('Come back tomorrow for more!').waitFor();
  assert.equal(Object.keys((await read(page)).responses.style_reshuffle).length, count);

  await page.getByText('Your answers at a glance').click();
  await look('style-profile-seen');

  await page.getByRole('link', { name: /^About Me/ }).click();
  await page.waitForURL('**/edit-profile/about');
  await page.getByLabel('What fills your weekdays?').fill('Baker');
  await look('edit-profile-about');
  // Unsaved answers survive a reload.
  await page.reload();
  await page.getByText('You changed something here that is not saved yet.').waitFor();
  assert.equal(await page.getByLabel('What fills your weekdays?').inputValue(), 'Baker');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.waitForURL('**/styleprofile');
  await page.getByText('Your profile is saved.').waitFor();
  assert.equal((await read(page)).responses.profession, 'Baker');
  assert.deepEqual(visitor.complaints(), []);
});

test('a customer answers the other sections, and is told of an answer that another tab changed', async () => {
  const visitor = await visit(open, desk);
  const { page, context, look } = visitor;
  await enter(visitor, 'ann@example.com', '/members/edit-profile/size_fit');
  await page.getByRole('heading', { level: 1, name: 'Size & Fit' }).waitFor();
  await look('edit-profile-size-fit');
  await page.goto('/members/edit-profile/style');
  await page.getByRole('heading', { level: 2, name: 'Yes or no? Go with your first thought' }).waitFor();
  await look('edit-profile-style');
  for (const { width, height } of [phone, { width: 768, height: 1024 }, desk]) {
    await page.setViewportSize({ width, height });
    assert.deepEqual(await scrolledAside(page), [], `looks at ${width}`);
  }

  await page.goto('/members/edit-profile/shipping');
  const notes = page.getByLabel('Anything else we should know?');
  await notes.fill('Nothing itchy');
  const other = await context.newPage();
  await other.goto('/members/edit-profile/shipping');
  await other.getByLabel('Anything else we should know?').fill('A wedding in June');
  await other.getByRole('button', { name: 'Save Changes' }).click();
  await other.waitForURL('**/styleprofile');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText(/This was changed in another tab or on another device/).first().waitFor();
  assert.equal(await notes.inputValue(), 'Nothing itchy');
  await look('edit-profile-changed-elsewhere');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.waitForURL('**/styleprofile');
  assert.equal((await read(page)).responses.anything_else_notes, 'Nothing itchy');
  assert.deepEqual(visitor.complaints(), []);
});

/** Elements that are visible only after scrolling a part of the form sideways. */
const scrolledAside = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main form *')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible' && element.clientWidth > 1)
      .map(({ outerHTML }) => outerHTML.slice(0, 100)),
  );

const read = async (page) => (await page.request.get('/api/questionnaire')).json();
