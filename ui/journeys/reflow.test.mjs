// Long names, and a phone at 200% zoom, on each kind of screen of the sign-up: nothing is wider than the screen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signInByCall } from './steps.mjs';
import { opened, visit } from './support.mjs';

const open = opened();

/** A phone of 390 at 200% zoom, and one of 320. */
const narrow = [
  { name: '195', width: 195, height: 422 },
  { name: '320', width: 320, height: 640 },
];

const LONG = 'Wolfeschlegelsteinhausenbergerdorffvonhohenheim';

for (const size of narrow) {
  test(`nothing is cut off or wider than ${size.width}`, async () => {
    const visitor = await visit(open, size);
    const { page } = visitor;
    await lengthen(page);
    await fits(page, '/welcome');
    await fits(page, '/catalog-qr');
    await fits(page, '/theme/box', 'Date Night');
    await fits(page, '/schedule-pickup', 'Edina Galleria');
    await fits(page, '/register?referral=FRIEND&themebox=cold_snap', 'invited you');
    await fits(page, '/login');
    await page.evaluate(() => sessionStorage.clear());
    await signInByCall(page, 'ann@example.com');
    await page.evaluate(() => sessionStorage.setItem('stylebox.selectedThemebox', 'cold_snap'));
    await fits(page, '/quiz/1', 'birthday');
    await fits(page, '/quiz/2', 'At the office');
    await fits(page, '/quiz/11', 'to go');
    await fits(page, '/q/stylist', LONG);
    await fits(page, '/quiz/delivery', 'Every Quarter');
    await fits(page, '/quiz/confirmation', 'styling fee');
    await fits(page, '/payment/billing', 'Cold Snap');
    assert.deepEqual(visitor.complaints(), []);
  });
}

/** Opens a screen, waits for some of its text, and looks for what reaches beyond the screen. */
async function fits(page, path, text) {
  await page.goto(`/members${path}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  if (text) await page.getByText(text).first().waitFor();
  const found = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    /** Within something that scrolls by itself, or is there for screen readers alone. */
    const isApart = (element) => {
      for (let above = element; above && above !== document.body; above = above.parentElement) {
        const { overflowX, clipPath } = getComputedStyle(above);
        if (['auto', 'scroll'].includes(overflowX) || clipPath !== 'none') return true;
      }
      return false;
    };
    const beyond = [...document.querySelectorAll('header *, main *, footer *')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 1 && (left < -1 || right > clientWidth + 1) && !isApart(element) && !element.closest('[aria-hidden="true"]');
    });
    return [scrollWidth > clientWidth ? 'the page scrolls' : '', ...beyond.map(({ outerHTML }) => outerHTML.slice(0, 120))].filter(Boolean);
  });
  assert.deepEqual(found, [], `${path} at ${page.viewportSize().width}`);
}

/** Makes names, stores and theme boxes as long as they come. */
async function lengthen(page) {
  const change = (path, changed) =>
    page.route(path, async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      await route.fulfill({ response, body: response.ok() ? JSON.stringify(changed(JSON.parse(body))) : body });
    });
  await change('**/api/account', (account) => ({ ...account, first_name: LONG, last_name: LONG, email: `${LONG}@${LONG}.example` }));
  await change('**/api/locations', ({ locations }) => ({
    locations: locations.map((store) => ({ ...store, name: `${store.name} ${LONG}`, address_line_1: `${LONG} 1234`, address_city: LONG })),
  }));
  await change('**/api/current_themeboxes', ({ results }) => ({
    results: results.map((box) => ({ ...box, label: `${box.label} ${LONG}`, description: `${box.description} ${LONG}` })),
  }));
  const invitation = { code: 'FRIEND', kind: 'percentage_off', value: '20.00', description: '20% off', invited_by: LONG };
  await page.route('**/api/account/validate_signup_code/*', (route) => route.fulfill({ json: invitation }));
}
