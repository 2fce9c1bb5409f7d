// A new version is deployed while the page is open: a reload is offered, and nothing typed is lost.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fillRegistrationFields, getsFocus, PASSWORD, until } from './steps.mjs';
import { opened, visit, widths } from './support.mjs';

/** The version of newer rules. */
const NEWER = 'ffffffffffffffff';

const open = opened();

// One width is enough: the offer is a bar that is the same at each width.
for (const size of widths.slice(0, 1)) {
  describe(`at ${size.width} wide`, () => {
    test('a page with the same rules as the server offers no reload', async () => {
      const { page, complaints } = await visit(open, size);
      const answered = page.waitForResponse('**/api/status');
      await page.goto('/members/register');
      const response = await answered;
      const said = await response.headerValue('x-rules-version');
      assert.match(said, /^[0-9a-f]{16}$/);
      assert.equal(await response.request().headerValue('x-rules-version'), said, 'WebAssembly and native code have one version');
      assert.equal((await response.json()).rules_version, said);
      await page.getByRole('heading', { level: 1 }).waitFor();
      assert.equal(await page.getByText(/A newer version of this page is available/).count(), 0);
      assert.deepEqual(complaints(), []);
    });

    test('a visitor who reloads keeps what they typed, except for the password', async () => {
      const { page, lookHere, complaints } = await visit(open, size);
      const update = await updateServer(page);
      await page.goto('/members/register');
      await fillRegistrationFields(page, 'zoe@example.com');
      const { y } = await page.getByLabel('First name').boundingBox();

      update();
      const offer = page.getByRole('status').filter({ hasText: 'A newer version of this page is available' });
      await offer.waitFor();
      const moved = (await page.getByLabel('First name').boundingBox()).y - y;
      assert.ok(Math.abs(moved) < 1, `nothing jumps, not by ${moved} px`);
      assert.equal(await page.getByLabel('First name').inputValue(), 'Ada');
      await lookHere('newer-page');

      // The offer stays in sight and covers no focused field.
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await page.getByRole('button', { name: 'Create my account' }).focus();
      for (const label of ['ZIP Code', 'Confirm email', /^Email/, 'Last name', 'First name']) {
        const field = page.getByLabel(label);
        await until(async () => {
          if (await field.evaluate((element) => element === document.activeElement)) return true;
          await page.keyboard.press('Shift+Tab');
          return false;
        }, `the focus is on ${label}`);
        assert.ok(await isBelow(field, offer), `${label} is not behind the offer`);
      }
      await page.getByRole('link', { name: 'Skip to main content' }).focus();
      await page.keyboard.press('Tab');
      await getsFocus(page.getByRole('button', { name: 'Reload' }));

      // Records the tab's storage before the page runs.
      await page.addInitScript(() => Object.assign(window, { found: JSON.stringify({ ...sessionStorage, ...localStorage }) }));
      await page.unroute('**/api/**');
      const loaded = page.waitForEvent('load');
      await page.keyboard.press('Enter');
      await loaded;
      const written = await page.evaluate(() => window.found);
      assert.ok(written.includes('zoe@example.com'), 'what is typed is written down');
      assert.ok(!written.includes(PASSWORD), 'a password is not');

      // The build rendered the form, and the page's script fills it in.
      await page.waitForFunction(() => document.querySelector('[name="first_name"]')?.value === 'Ada');
      assert.equal(await page.getByLabel('Last name').inputValue(), 'Lovelace');
      assert.equal(await page.getByLabel(/^Email/).inputValue(), 'zoe@example.com');
      assert.equal(await page.getByLabel('Confirm email').inputValue(), 'zoe@example.com');
      assert.equal(await page.getByLabel('ZIP Code').inputValue(), '55401');
      assert.equal(await page.getByLabel(/^Password/).inputValue(), '');
      assert.equal(await page.evaluate(() => sessionStorage.getItem('stylebox.typed')), null, 'then the stored text is removed');
      assert.equal(await offer.count(), 0, 'this page is the newest');
      assert.deepEqual(complaints(), []);
    });

    test('a customer can decline the reload', async () => {
      const { page, lookHere, complaints } = await visit(open, size);
      (await updateServer(page))();
      await page.goto('/members/login');
      await page.getByRole('button', { name: 'Not now' }).click();
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await page.getByRole('heading', { name: /No problem/ }).waitFor();
      assert.equal(await page.getByText(/A newer version of this page is available/).count(), 0);
      await lookHere('newer-page-declined');
      assert.deepEqual(complaints(), []);
    });
  });
}

/**
 * Makes every answer have the version of newer rules from now on. The answer to the page's call for the status waits until the
 * returned function is called: then the page notices.
 */
async function updateServer(page) {
  let update;
  const updated = new Promise((resolve) => (update = resolve));
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    const isStatus = new URL(route.request().url()).pathname === '/api/status';
    if (isStatus) await updated;
    await route.fulfill({ response, headers: { ...response.headers(), 'x-rules-version': NEWER } });
  });
  return update;
}

/** Whether an element is entirely below another. */
async function isBelow(element, other) {
  const above = await other.boundingBox();
  return (await element.boundingBox()).y >= above.y + above.height;
}
