// The element with the focus is visible on each screen with a sticky bar: the bar never covers it (WCAG 2.4.11).
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answer, enter, quizAnswers, registerByCall } from './steps.mjs';
import { opened, visit } from './support.mjs';

const open = opened();

const sizes = [
  { name: '320', width: 320, height: 640 },
  { name: '390', width: 390, height: 844 },
  { name: '768', width: 768, height: 1024 },
  { name: '1440', width: 1440, height: 900 },
];

/** More tab stops than any of these screens has. */
const MOST_STOPS = 150;

/**
 * What hides the element with the focus; null if it is visible. It runs in the page.
 */
function hiddenFocus() {
  const focused = document.querySelector(':focus');
  if (focused === null || focused === document.body) return null;
  const name = `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.getAttribute('name') ?? focused.textContent?.trim().slice(0, 40)}`;
  const place = focused.getBoundingClientRect();
  const isTall = place.height > innerHeight / 2;
  if (!isTall && (place.top < 0 || place.bottom > innerHeight + 1)) return `${name} is outside of the screen: ${place.top} to ${place.bottom}`;
  const covers = [...document.querySelectorAll('#root *')].find((element) => {
    if (element.contains(focused) || !['sticky', 'fixed'].includes(getComputedStyle(element).position) || !element.checkVisibility()) return false;
    const bar = element.getBoundingClientRect();
    const [left, right] = [Math.max(place.left, bar.left), Math.min(place.right, bar.right)];
    const [top, bottom] = [Math.max(place.top, bar.top), Math.min(place.bottom, bar.bottom)];
    if (right - left < 1 || bottom - top < 1) return false;
    // Of a large field, the browser scrolls only the line with the caret into view.
    if (place.height - (bottom - top) > 60) return false;
    return element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  });
  return covers ? `${name} is under ${covers.tagName} "${covers.textContent?.trim().slice(0, 40)}"` : null;
}

/** Goes through a screen with Tab, and back with Shift and Tab, and checks that each stop is visible. */
async function goThrough(page, screen) {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  const found = new Set();
  let stops = 0;
  for (const key of ['Tab', 'Shift+Tab']) {
    await page.evaluate((isBack) => {
      document.activeElement?.blur();
      window.scrollTo(0, isBack ? document.body.scrollHeight : 0);
    }, key !== 'Tab');
    for (let press = 0; press < MOST_STOPS; press += 1) {
      await page.keyboard.press(key);
      let hidden = await page.evaluate(hiddenFocus);
      // The skip link slides into view, which takes long on a machine that is busy.
      for (let again = 0; hidden !== null && again < 40; again += 1) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        hidden = await page.evaluate(hiddenFocus);
      }
      if (hidden !== null) found.add(`${key}: ${hidden}`);
      stops += 1;
      // After the last stop the focus leaves the page.
      if (await page.evaluate(() => document.querySelector(':focus') === null)) break;
    }
  }
  assert.deepEqual([...found], [], `${screen} at ${page.viewportSize().width}`);
  assert.ok(stops > 6, `${screen} has stops`);
}

/** Whether a toast covers the element with the focus. It runs in the page. Toasts may cover the header, until they close. */
function underToast() {
  const focused = document.querySelector(':focus');
  if (focused === null || focused === document.body || focused.closest('header, [data-sonner-toaster]')) return null;
  const place = focused.getBoundingClientRect();
  const covers = [...document.querySelectorAll('[data-sonner-toast]')].some((toast) => {
    const { top, bottom } = toast.getBoundingClientRect();
    return place.top < bottom && place.bottom > top;
  });
  return covers ? `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.getAttribute('name') ?? focused.textContent?.trim().slice(0, 40)}` : null;
}

for (const size of sizes) {
  describe(`at ${size.width} wide`, () => {
    test('the focus stays visible in the quiz, the delivery step and the pick-up step', async () => {
      const visitor = await visit(open, size);
      const { page } = visitor;
      await registerByCall(page, `keys-${size.name}@example.com`);
      for (const step of [2, 3, 5, 7, 8, 9, 12, 13, 15]) {
        await page.goto(`/members/quiz/${step}`);
        await page.getByRole('button', { name: 'Next' }).last().waitFor();
        await goThrough(page, `quiz ${step}`);
      }
      await answer(page, { delivery_style: 'I will pick it up', wants_shoes: true });
      for (const [path, text] of [
        ['/quiz/14', 'Shoe size'],
        ['/quiz/delivery', 'Edina Galleria'],
        ['/schedule-pickup', 'Edina Galleria'],
        ['/stylebox-store-signup-location', 'Edina Galleria'],
        ['/theme/box', 'Date Night'],
      ]) {
        await page.goto(`/members${path}`);
        await page.getByText(text).first().waitFor();
        await goThrough(page, path);
      }
      assert.deepEqual(visitor.complaints(), []);
    });

    test('the focus stays visible in a form under a toast that says why something failed', async () => {
      const visitor = await visit(open, size);
      const { page } = visitor;
      visitor.expect(503, '/api/account/export');
      await page.route('**/api/account/export', (route) => route.fulfill({ status: 503, json: { error: 'Please come back later.' } }));
      await enter(visitor, 'dana@example.com', '/members/account/management');
      const download = page.getByRole('button', { name: 'Download my data' });
      await download.press('Enter');
      const toast = page.locator('[data-sonner-toast]').first();
      await toast.waitFor();
      // The toast stays while the pointer is on it.
      await toast.hover();
      const found = new Set();
      for (const key of ['Shift+Tab', 'Tab']) {
        for (let press = 0; press < MOST_STOPS; press += 1) {
          await page.keyboard.press(key);
          // Browsers scroll smoothly, or in the next frame.
          let covered = await page.evaluate(underToast);
          for (let again = 0; covered !== null && again < 40; again += 1) {
            await new Promise((resolve) => setTimeout(resolve, 50));
            covered = await page.evaluate(underToast);
          }
          if (covered !== null) found.add(`${key}: ${covered}`);
          const isAtEnd = await page.evaluate(() => document.querySelector('header :focus, footer :focus') !== null);
          if (isAtEnd) break;
        }
      }
      assert.deepEqual([...found], []);
      assert.equal(await toast.isVisible(), true);
      assert.deepEqual(visitor.complaints(), []);
    });

    test('the focus stays visible above the total that sticks below the items of a box', async () => {
      const visitor = await visit(open, size);
      const { page } = visitor;
      await enter(visitor, 'dana@example.com', '/members/checkout/review');
      await page.getByRole('radiogroup', { name: /^Your choice for/ }).first().waitFor();
      await goThrough(page, 'checkout/review');
      assert.deepEqual(visitor.complaints(), []);
    });

    test('the focus stays visible in a step with the offer of a newer page and the notice that the session is over', async () => {
      const visitor = await visit(open, size);
      const { page, context } = visitor;
      visitor.expect(401, '/api/.*');
      await registerByCall(page, `bars-${size.name}@example.com`, { ...quizAnswers, delivery_style: 'Send it to me' });
      // As a server with newer rules answers.
      await page.route('**/api/status', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), 'x-rules-version': 'ffffffffffffffff' } });
      });
      await page.goto('/members/quiz/delivery');
      await page.getByRole('button', { name: /^Reload/ }).waitFor();
      const [session] = (await context.cookies()).filter(({ httpOnly }) => httpOnly);
      await context.clearCookies({ name: session.name });
      await page.getByRole('radio', { name: /^Every Month/ }).check({ force: true });
      await page.getByText('You are no longer signed in.').waitFor();
      await goThrough(page, 'quiz/delivery with bars');
      assert.deepEqual(visitor.complaints(), []);
    });
  });
}
