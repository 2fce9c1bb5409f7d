// The next charge on the screens: how much, when, on which card, and how to stop it. It loads late without a layout shift.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { enter, orderByCall } from './steps.mjs';
import { opened, visit, widths } from './support.mjs';

const ZONES = ['America/Chicago', 'Pacific/Honolulu'];
const AT_HOME = /^\$\d+\.\d\d is charged to Visa ending in 4242 on .* What you have not decided by then counts as kept\./;

const open = opened();

for (const size of widths) {
  describe(`the next charge, at ${size.width} wide`, () => {
    for (const timezoneId of ZONES) {
      test(`of a box at home is shown without a layout shift, in ${timezoneId}`, async () => {
        const visitor = await visit(open, size, { timezoneId });
        const { page, lookHere } = visitor;
        const answer = await holdCharge(page);
        await enter(visitor, 'dana@example.com', '/members/dashboard');
        const action = page.getByRole('link', { name: 'Review and check out' });
        await action.waitFor();
        await page.evaluate(() => document.fonts.ready);
        const before = await action.boundingBox();
        answer();
        await page.getByText(AT_HOME).waitFor();
        assert.deepEqual(await action.boundingBox(), before);
        if (timezoneId === ZONES[0]) await lookHere('dashboard-next-charge');

        await action.click();
        await page.waitForURL('**/checkout/stylist-note');
        await page.getByText(AT_HOME).waitFor();
        if (timezoneId === ZONES[0]) await lookHere('stylist-note-next-charge');
        await page.getByRole('link', { name: 'Continue to Checkout' }).click();
        await page.waitForURL('**/checkout/review');
        await page.getByText(AT_HOME).waitFor();
        if (timezoneId === ZONES[0]) await lookHere('review-next-charge');
        assert.deepEqual(visitor.complaints(), []);
      });
    }

    test('of an ordered box, its styling fee, is shown without a layout shift', async () => {
      const visitor = await visit(open, size);
      const { page, lookHere } = visitor;
      await orderByCall(page, `fee${size.name}@example.com`);
      const answer = await holdCharge(page);
      await page.goto('/members/dashboard');
      const action = page.getByRole('link', { name: 'Customize my order' });
      await action.waitFor();
      await page.evaluate(() => document.fonts.ready);
      const before = await action.boundingBox();
      answer();
      await page.getByText('Styling fee: $1.00 on Visa ending in 4242, when your box is styled.').waitFor();
      assert.deepEqual(await action.boundingBox(), before);
      await lookHere('dashboard-next-fee');
      assert.deepEqual(visitor.complaints(), []);
    });
  });
}

/** Holds back the answer about the next charge until the returned function is called. */
async function holdCharge(page) {
  let answer;
  const held = new Promise((resolve) => (answer = resolve));
  await page.route('**/api/account/next_charge', async (route) => {
    await held;
    await route.continue();
  });
  return answer;
}
