// The public screens before any script has loaded: rendered by the build, readable, and already taking input.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ui } from '../../scripts/lib/paths.mjs';
import { PASSWORD, passHumanCheck } from './steps.mjs';
import { opened, visit, widths } from './support.mjs';

const { screens } = JSON.parse(readFileSync(join(ui, 'dist/screens/screens.json'), 'utf8'));
const paths = Object.keys(screens);
const [phone] = widths;

const open = opened();

/** Holds all scripts back until the returned function is called. */
async function holdScripts(page) {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Opens a screen whose scripts are held back. Returns the function that releases them. */
async function openEarly(page, path) {
  const release = await holdScripts(page);
  await page.goto(`/members${path}`, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  return release;
}

const ready = (page) => page.waitForFunction(() => Object.keys(document.querySelector('main h1')).some((key) => key.startsWith('__react')));

/** The computed styles of the elements that the document shows at the first call; null for those that have been removed since. */
const looksOf = (page) =>
  page.evaluate(() => {
    window.shown ??= [...document.querySelectorAll(':is(header, main, footer) *')];
    return window.shown.map((element) => {
      if (!element.isConnected) return null;
      const { color, backgroundColor, fontSize, fontFamily, display, padding, border, gridTemplateColumns } = getComputedStyle(element);
      return [element.tagName, color, backgroundColor, fontSize, fontFamily, display, padding, border, gridTemplateColumns].join();
    });
  });

/** Waits for the styles of all screens, which load once the page is interactive. */
const allStyles = (page) => page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes('/assets/style-rest-')));

async function readWithoutScripts(path) {
  const { page, complaints } = await visit(open, phone, { javaScriptEnabled: false });
  await page.goto(`/members${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.match(await page.title(), / · \S+ by \S+$/);
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  assert.ok((await page.locator('meta[name=description]').getAttribute('content')).length > 50);
  assert.equal(await page.getByRole('link', { name: 'Skip to main content' }).getAttribute('href'), '#main');
  assert.ok((await page.getByRole('main').innerText()).length > 50);
  assert.deepEqual(complaints(), []);
}

for (const size of widths) {
  describe(`at ${size.width} wide`, () => {
    for (const path of paths) {
      test(`${path} is readable without scripts, and looks the same after hydration`, async () => {
        // The same document is sent for each width.
        if (size === phone) await readWithoutScripts(path);
        const visitor = await visit(open, size);
        // The screen for a new password needs the link of an email.
        const link = path === '/reset_password' ? '#reset_password_token=some-token' : '';
        const release = await openEarly(visitor.page, path + link);
        await visitor.lookHere(`first-paint${path.replaceAll('/', '-')}`);
        const title = visitor.page.getByRole('heading', { level: 1 });
        const [heading, before] = [await title.innerText(), await title.boundingBox()];
        const early = await looksOf(visitor.page);
        release();
        await ready(visitor.page);
        await allStyles(visitor.page);
        const late = await looksOf(visitor.page);
        assert.deepEqual(late, early.map((look, index) => late[index] && look), 'the document has all styles of its screen');
        assert.ok(late.filter(Boolean).length > 20);
        assert.equal(await title.innerText(), heading);
        assert.deepEqual(await title.boundingBox(), before, 'nothing jumps');
        assert.equal(await visitor.page.evaluate(() => document.activeElement.tagName), 'BODY', 'the focus stays');
        assert.deepEqual(visitor.complaints(), []);
      });
    }
  });
}

for (const path of ['/register', '/welcome', '/login']) {
  test(`${path}: a visitor who scrolled before hydration stays at the same place`, async () => {
    const visitor = await visit(open, phone);
    const { page } = visitor;
    const release = await openEarly(page, path);
    await page.evaluate(() => window.scrollTo(0, 250));
    const title = page.getByRole('heading', { level: 1 });
    const { y } = await title.boundingBox();
    release();
    await ready(page);
    assert.equal((await title.boundingBox()).y, y, 'nothing jumps');
    assert.equal(await page.evaluate(() => window.scrollY), 250);
    // The next screen starts at its top.
    await page.getByRole('link', { name: path === '/login' ? 'Create account' : /^Sign in$/i }).first().press('Enter');
    await page.waitForURL((url) => !url.pathname.endsWith(path));
    await page.waitForFunction(() => window.scrollY === 0);
    assert.deepEqual(visitor.complaints(), []);
  });
}

test('a form that is filled in and sent before hydration waits, and keeps every field', async () => {
  const visitor = await visit(open, phone);
  const { page } = visitor;
  const release = await openEarly(page, '/register');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('L');
  await page.getByLabel('ZIP Code').pressSequentially('554011234');
  await page.getByLabel(/^Password/).fill(PASSWORD);
  const create = page.getByRole('button', { name: 'Create my account' });
  await page.keyboard.press('Enter');
  assert.equal(await create.getAttribute('aria-busy'), 'true', 'the press is seen');
  assert.equal(new URL(page.url()).search, '', 'nothing typed is in the address');

  release();
  await page.getByRole('link', { name: 'Last name: Min. 2 characters.' }).waitFor();
  assert.equal(await create.getAttribute('aria-busy'), null);
  assert.equal(await page.getByLabel('First name').inputValue(), 'Ada');
  assert.equal(await page.getByLabel('ZIP Code').inputValue(), '55401-1234');
  assert.equal(await page.getByLabel(/^Password/).inputValue(), PASSWORD);
  assert.equal(await page.getByRole('link', { name: /^(First name|ZIP Code|Password): / }).count(), 0, 'the form knows them');
  assert.deepEqual(visitor.complaints(), []);
});

test('a tab with a chosen theme box never shows the usual registration before that of the theme box', async () => {
  const visitor = await visit(open, phone);
  const { page } = visitor;
  await page.goto('/members/welcome');
  await page.evaluate(() => sessionStorage.setItem('stylebox.selectedThemebox', 'date_night'));
  const release = await holdScripts(page);
  await page.goto('/members/register', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
  assert.equal(await page.getByText("Let's Do Intros").isVisible(), false);
  release();
  await page.getByRole('heading', { level: 1, name: 'Create Account' }).waitFor();
  await page.getByText('Thank you for choosing').waitFor();
  assert.deepEqual(visitor.complaints(), []);
});

test('without the link, the screen for a new password never shows, and leads to the screen that sends one', async () => {
  const visitor = await visit(open, phone);
  const { page } = visitor;
  const release = await holdScripts(page);
  await page.goto('/members/reset_password', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
  await page.evaluate(() => {
    window.seenTitles = new Set();
    const look = () => {
      const title = document.querySelector('h1');
      if (title?.checkVisibility({ visibilityProperty: true })) window.seenTitles.add(title.innerText);
      requestAnimationFrame(look);
    };
    look();
  });
  release();
  await page.waitForURL('**/forgot_password');
  await page.getByText('To set a new password, please open the link').waitFor();
  assert.deepEqual(await page.evaluate(() => [...window.seenTitles]), ['Forgot your password? No problem!']);
  assert.deepEqual(visitor.complaints(), []);
});

test('the token of a link that resets a password leaves the address as soon as the page is hydrated', async () => {
  const visitor = await visit(open, phone);
  const { page } = visitor;
  const release = await openEarly(page, '/reset_password?email=dana%40example.com&reset_password_token=some-token');
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  release();
  await page.waitForURL('**/reset_password');
  assert.equal(await page.getByLabel('New password', { exact: true }).inputValue(), PASSWORD);
  const sent = page.waitForRequest('**/api/passwords');
  visitor.expect(422, '/api/passwords');
  await page.getByLabel('New password again', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Update Password' }).click();
  assert.equal((await sent).postDataJSON().customer.reset_password_token, 'some-token');
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }) + document.body.outerHTML);
  assert.ok(!kept.includes('some-token'), 'the token is nowhere in the page');
  await page.getByText('Unable to reset password').first().waitFor();
  assert.deepEqual(visitor.complaints(), []);
});

test('a customer who typed before hydration signs in', async () => {
  const visitor = await visit(open, phone);
  const { page } = visitor;
  const release = await openEarly(page, '/login');
  await page.getByLabel('Email').fill('dana@example.com');
  await page.getByLabel(/^Password/).fill(PASSWORD);
  release();
  await passHumanCheck(page);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/dashboard');
  assert.deepEqual(visitor.complaints(), []);
});

test('a rendered screen names files of this build, which browsers cache forever, and allows its own styles by hash', async () => {
  for (const path of paths) {
    const response = await fetch(new URL(`/members${path}`, open.shop.url));
    const html = await response.text();
    const files = [...new Set(html.match(/\/members\/assets\/[\w.-]+/g))];
    assert.ok(files.length > 5, `${path}: ${files}`);
    for (const file of files) {
      const { status, headers, body } = await fetch(new URL(file, open.shop.url));
      await body.cancel();
      assert.deepEqual([status, headers.get('cache-control')], [200, 'public, max-age=31536000, immutable'], file);
    }
    const policy = response.headers.get('content-security-policy');
    assert.match(policy, /script-src 'self' 'wasm-unsafe-eval' 'sha256-[^']+'; style-src 'self' 'sha256-[^']+';/);
    assert.ok(!policy.includes('unsafe-inline'), policy);
  }
});

test('a signed-in customer, and a visitor whose query changes the screen, get the screen without rendered content', async () => {
  const isRendered = async (path, headers = {}) =>
    (await (await fetch(new URL(`/members${path}`, open.shop.url), { headers })).text()).includes('data-screen=');
  assert.equal(await isRendered('/register'), true);
  assert.equal(await isRendered('/register?utm_campaign=spring'), true);
  assert.equal(await isRendered('/register?themebox=Work'), false);
  assert.equal(await isRendered('/welcome', { cookie: 'XSRF-TOKEN=token' }), false);
});
