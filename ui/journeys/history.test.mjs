// A member's histories: past orders, purchases, the stylist's notes, and the friends who joined.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, enter, finishBox, getsFocus, openDay, quizAnswers, registerByCall, signInByCall } from './steps.mjs';
import { opened, visit, widths } from './support.mjs';

const [phone, desk] = widths;

const open = opened();

test('a member finds finished boxes in all histories, on a phone and on a desktop', async () => {
  const visitor = await visit(open, desk);
  const { page, look, lookHere } = visitor;
  await enter(visitor, 'dana@example.com', '/members/orderhistory');
  await page.getByRole('heading', { name: 'You do not have any previous orders.' }).waitFor();
  await lookHere('order-history-empty');

  await haveBoxes(page, open.shop);
  await page.reload();
  const newest = page.getByRole('main').getByRole('listitem').first().getByRole('link');
  await newest.waitFor();
  await look('order-history');
  await fitsNarrow(page);
  await newest.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/orderhistory/*');
  await page.getByText('Nothing was sent with this order.').waitFor();
  await lookHere('past-order-cancelled');
  await page.getByRole('link', { name: 'Back to your orders' }).click();
  await page.getByRole('link', { name: /3 bought/ }).click();
  await page.getByRole('group', { name: /^Returned/ }).waitFor();
  await page.getByText('Exchanged for size').waitFor();
  const charged = page.getByRole('region', { name: 'What was charged' });
  await charged.getByText(/Visa ending in 4242/).first().waitFor();
  await page.getByRole('region', { name: 'Your return' }).getByText('Received').waitFor();
  await page.getByRole('region', { name: 'Your exchanges' }).getByText(/^Sent on/).waitFor();
  await look('past-order');
  await fitsNarrow(page);

  await page.getByRole('link', { name: 'Back to your orders' }).click();
  await page.getByRole('link', { name: 'Purchase history' }).click();
  // The newest box is open; the one before has an exchange.
  await page.getByRole('group', { name: /^Kept/ }).waitFor();
  await page.getByRole('article').nth(1).getByRole('heading', { level: 2 }).getByRole('button').click();
  await page.getByRole('group', { name: /^Exchanged/ }).waitFor();
  await page.getByText('These are all of your purchases.').waitFor();
  await look('purchase-history');
  await fitsNarrow(page);
  await searchPurchases(visitor);
  await page.getByRole('link', { name: 'Stylist notes' }).click();
  await page.getByText('A wedding by the sea, in May.').waitFor();
  await look('stylist-notes');
  await fitsNarrow(page);
  await page.getByRole('link', { name: 'Account Management' }).click();
  await page.waitForURL('**/account/management');
  assert.deepEqual(visitor.complaints(), []);
});

test('a member with two years of boxes sees them folded: no page is longer than ten screens', async () => {
  for (const size of widths) {
    const visitor = await visit(open, size);
    const { page, lookHere } = visitor;
    await enter(visitor, 'maya@example.com', '/members/account/purchase-history');
    for (const [path, screen] of [
      ['purchase-history', 'purchase-history-of-years'],
      ['stylist-notes', 'stylist-notes-of-years'],
    ]) {
      await page.goto(`/members/account/${path}`);
      const boxes = page.getByRole('main').getByRole('article');
      await boxes.nth(9).waitFor();
      const folds = boxes.locator('h2 button[aria-expanded="false"]');
      assert.equal(await folds.count(), 9, 'only the newest box is open');
      await lookHere(screen);
      const height = () => page.evaluate(() => document.documentElement.scrollHeight);
      assert.ok((await height()) < 10 * size.height, `${path} at ${size.name} is ${await height()} px long`);
      const more = page.getByRole('button', { name: 'Show More Orders' });
      await more.focus();
      await page.keyboard.press('Enter');
      await boxes.nth(13).waitFor();
      // By keyboard: the first new box has the focus, and a key opens it.
      const eleventh = boxes.nth(10).getByRole('button').first();
      await getsFocus(eleventh);
      await page.keyboard.press('Enter');
      assert.equal(await eleventh.getAttribute('aria-expanded'), 'true');
    }
    assert.deepEqual(visitor.complaints(), []);
  }
});

test('a member is told on each screen that there is nothing yet, or that it could not be loaded', async () => {
  const visitor = await visit(open, phone);
  const { page, lookHere, expect } = visitor;
  expect(404, '/api/orders/\\w+');
  expect(503, '/api/orders/all');
  await enter(visitor, 'ann@example.com', '/members/orderhistory/nothing');
  await page.getByRole('heading', { name: 'We can’t find this order' }).waitFor();
  await lookHere('past-order-unknown');
  await page.getByRole('link', { name: 'See your orders' }).click();
  await page.waitForURL('**/orderhistory');

  const calls = '**/api/orders/all?*';
  await page.route(calls, (route) => route.fulfill({ status: 503, json: { error: 'Busy' } }));
  await page.getByRole('link', { name: 'Purchase history' }).click();
  await page.getByText('We can’t look up your purchases right now.').waitFor();
  await lookHere('purchase-history-failed');
  await page.unroute(calls);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Nothing bought yet' }).waitFor();
  assert.deepEqual(visitor.complaints(), []);
});

test('a friend registers through the link that a customer copied', async () => {
  const visitor = await visit(open, desk, { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page, look, lookHere } = visitor;
  await enter(visitor, 'ann@example.com', '/members/refer/friend');
  await page.getByText('No one has joined with your link yet.').waitFor();
  await lookHere('refer-friend-empty');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Copied', { exact: true }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, await page.getByRole('textbox', { name: 'Your link' }).inputValue());

  const friend = await visit(open, desk);
  await friend.page.goto(link);
  await friend.page.getByText('Ann invited you').waitFor();
  const code = new URL(link).searchParams.get('referral');
  for (const [number, last_name] of ['Okafor', 'Silva', 'Meyer'].entries()) {
    await friend.context.clearCookies();
    await registerByCall(friend.page, `friend${number}@example.com`, quizAnswers, { last_name, referred_by_code: code });
  }
  await page.route('**/api/referrals?*', withRewards);
  await page.reload();
  await page.getByText('Ada O.').waitFor();
  await look('refer-friend');
  await fitsNarrow(page);
  assert.deepEqual([...visitor.complaints(), ...friend.complaints()], []);
});

/** Searches by keyboard for an item of an older box, and for a word that finds nothing. The search outlives a reload. */
async function searchPurchases({ page, look }) {
  const [{ description }] = await page.evaluate(async () => {
    const { orders } = await (await fetch('/api/orders/all', { headers: { Accept: 'application/json; version=1' } })).json();
    return orders.filter(({ line_items: items }) => items.length > 0).at(-1).line_items;
  });
  const field = page.getByRole('searchbox', { name: 'Find an item by its name or brand' });
  await field.focus();
  await page.keyboard.type(description);
  await page.keyboard.press('Enter');
  await page.getByText(`Boxes with “${description}”`).waitFor();
  await page.reload();
  await page.getByText(`Boxes with “${description}”`).waitFor();
  assert.equal(await field.inputValue(), description);
  await look('purchase-history-found');
  await field.fill('a cape of feathers');
  await field.press('Enter');
  await page.getByText(/^Nothing in your boxes is called “a cape of feathers”/).waitFor();
  await look('purchase-history-nothing-found');
  await page.getByRole('button', { name: 'Clear the search' }).press('Enter');
  await page.getByText('These are all of your purchases.').waitFor();
  await getsFocus(field);
}

/** Checks that nothing is wider than a screen of 320 pixels. */
async function fitsNarrow(page) {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((each) => each.getBoundingClientRect().right > innerWidth + 1 && getComputedStyle(each).position !== 'absolute')
      .map(({ tagName, className, textContent }) => `${tagName} ${className} ${textContent}`.slice(0, 80)),
  );
  assert.deepEqual(wide, [], page.url());
  await page.setViewportSize(size);
}

/** Gives Dana three boxes that are over, with all that can become of an item: the last one was cancelled. */
async function haveBoxes(page, shop) {
  await signInByCall(page, 'dana@example.com');
  const [first] = (await call(page, 'get', '/api/orders')).orders;
  await finishBox(page, shop, first, { kept: 2, exchanges: true });

  const order = { ship_by_date: await openDay(page), on_demand_customer_msg: 'A wedding by the sea, in May.\nNo high heels, please.' };
  const second = await call(page, 'post', '/api/orders', { order });
  for (const step of ['style', 'ship', 'deliver']) await shop.ops(step, second.code);
  await finishBox(page, shop, second, { kept: 4 });

  const third = await call(page, 'post', '/api/orders', { order });
  await call(page, 'post', `/api/orders/${third.id}/cancel`);
}

/** The friends as the server has them, except for what takes months: a reward that can be used, and one that was. */
async function withRewards(route) {
  const response = await route.fetch();
  const body = await response.json();
  const rewards = [{ used_at: '2026-12-20T15:00:00Z' }, { used_at: null }].map(({ used_at }) => ({
    earned_at: '2026-12-01T15:00:00Z',
    expires_at: '2099-12-01T15:00:00Z',
    used_at,
  }));
  const referrals = body.referrals.map((friend, place) => ({ ...friend, reward: rewards[place] ?? null }));
  await route.fulfill({ response, json: { ...body, referrals } });
}
