// Human checks by outside parties, with doubles of their servers and page scripts: a token for each form that is sent, and our own proof
// of work if a party's check does not work. The content security policy is the server's.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { passTurnstile, serveParty, startRecaptcha, startTurnstile, turnstileBox } from './human-check/serve.mjs';
import { fillRegistrationFields, PASSWORD, passHumanCheck } from './steps.mjs';
import { desk, openedWithParty, phone, visitAtPublicAddress } from './support.mjs';

const instead = 'Our usual check does not work here. Please check the box below instead.';
const send = (page) => page.getByRole('button', { name: 'Create my account' });

async function openRegistration(visitor, email) {
  await visitor.page.goto('/members/register');
  await fillRegistrationFields(visitor.page, email);
}

async function fillSignIn({ page }, email, password = PASSWORD) {
  await page.goto('/members/login');
  await page.getByLabel(/^Email/).fill(email);
  await page.getByLabel(/^Password/).fill(password);
}

const signInButton = (page) => page.getByRole('button', { name: 'Sign In', exact: true });

describe('Turnstile', () => {
  const open = openedWithParty(startTurnstile);

  async function visitWithTurnstile(size, options) {
    const visitor = await visitAtPublicAddress(open, size);
    await serveParty(visitor.context, open.party, options);
    return visitor;
  }

  test('makes a token for each form that is sent', async () => {
    const visitor = await visitWithTurnstile(desk);
    const { page, context, look, expect } = visitor;
    const email = 'ada@example.com';
    await openRegistration(visitor, email);
    await turnstileBox(page).waitFor();
    await look('human-check-turnstile');
    // By keyboard: the check's box comes after the password.
    await page.getByLabel(/^Password/).focus();
    for (let presses = 0; presses < 4 && !(await turnstileBox(page).evaluate((box) => box === document.activeElement)); presses += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.frameLocator('iframe').getByText('Success!').waitFor();
    await send(page).click();
    await page.waitForURL('**/quiz/1');

    await context.clearCookies();
    await fillSignIn(visitor, email, 'Wrong#2026');
    expect(401, '/api/sessions');
    await passTurnstile(page);
    await signInButton(page).click();
    await page.getByRole('heading', { name: 'Invalid username or password' }).waitFor();
    await page.getByLabel(/^Password/).fill(PASSWORD);
    await signInButton(page).click();
    await page.getByRole('link', { name: 'Human check: Please confirm that you are human.' }).waitFor();
    await look('human-check-turnstile-missing');
    await passTurnstile(page);
    await signInButton(page).click();
    await page.waitForURL('**/dashboard');
    assert.deepEqual(visitor.complaints(), []);
  });

  test('is replaced by our own check if its script is blocked', async () => {
    const visitor = await visitWithTurnstile(phone, { isBlocked: () => true });
    const { page, look, expect } = visitor;
    expect(404, '/turnstile/v0/api.js');
    await openRegistration(visitor, 'bea@example.com');
    await page.getByRole('status').filter({ hasText: instead }).waitFor();
    await look('human-check-instead');
    await passHumanCheck(page);
    await send(page).click();
    await page.waitForURL('**/quiz/1');
    assert.deepEqual(visitor.complaints(), []);
  });

  test('is replaced by our own check while Cloudflare is down, and comes back', async () => {
    const visitor = await visitWithTurnstile(phone);
    const { page, context, look, expect } = visitor;
    const email = 'cea@example.com';
    await openRegistration(visitor, email);
    await passTurnstile(page);
    open.party.isDown = true;
    expect(422, '/api/registrations');
    await send(page).click();
    await page.getByRole('status').filter({ hasText: instead }).waitFor();
    await look('human-check-down');
    await passHumanCheck(page);
    await send(page).click();
    await page.waitForURL('**/quiz/1');
    // The next visitor sees our own check immediately.
    await context.clearCookies();
    await fillSignIn(visitor, email);
    await page.getByRole('checkbox', { name: /not a robot/i }).waitFor();
    assert.equal(await page.getByText(instead).count(), 0);
    open.party.isDown = false;
    // Wait for the page's calls, which would fail while the server restarts.
    await page.waitForLoadState('networkidle');
    await open.shop.restart();
    await fillSignIn(visitor, email);
    await passTurnstile(page);
    await signInButton(page).click();
    await page.waitForURL('**/dashboard');
    assert.deepEqual(visitor.complaints(), []);
  });
});

describe('reCAPTCHA', () => {
  const open = openedWithParty(startRecaptcha);

  test('is named in a notice, and makes a token whenever a form is sent', async () => {
    const visitor = await visitAtPublicAddress(open, desk);
    await serveParty(visitor.context, open.party);
    const { page, context, look, expect } = visitor;
    const email = 'dea@example.com';
    await openRegistration(visitor, email);
    await page.getByText('This site is protected by reCAPTCHA.').waitFor();
    await page.waitForFunction(() => document.querySelector('.grecaptcha-badge'));
    assert.equal(await page.locator('.grecaptcha-badge').isVisible(), false, 'the notice stands for the badge');
    await look('human-check-recaptcha');
    await send(page).click();
    await page.waitForURL('**/quiz/1');
    await context.clearCookies();
    await fillSignIn(visitor, email, 'Wrong#2026');
    expect(401, '/api/sessions');
    await signInButton(page).click();
    await page.getByRole('heading', { name: 'Invalid username or password' }).waitFor();
    await page.getByLabel(/^Password/).fill(PASSWORD);
    await signInButton(page).click();
    await page.waitForURL('**/dashboard');
    assert.deepEqual(visitor.complaints(), []);
  });
});
