// Without a network: the page opens, answers to the questionnaire are sent later, and nothing else is ever sent by itself.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { startFrontServer } from './frontServer.mjs';
import { CARD, fillPayment, fillRegistration, HALF_CARD, keptInBrowser, passHumanCheck, PASSWORD, signIn, signInByCall, takeQuiz, until } from './steps.mjs';
import { opened, visit, widths } from './support.mjs';

const [phone] = widths;

/** The timeout for the worker to fetch everything. It is long because a machine may be slow. */
const KEPT_MS = 60_000;

const open = opened();
let front = null;
after(() => front?.close());

/** A visitor whose browser has a service worker. */
async function arrive(size) {
  front ??= await startFrontServer(open.shop.url);
  await front.bringBack();
  const visitor = await visit(open, size, { baseURL: front.url, serviceWorkers: 'allow', prefetches: true });
  const { page, context } = visitor;
  return {
    ...visitor,
    /** Turns the network and the server off. */
    goOffline: async () => {
      await context.setOffline(true);
      await front.takeAway();
    },
    /** Turns both on. Returns a function that lists the calls that were sent since. */
    goOnline: async () => {
      await front.bringBack();
      const before = front.calls.length;
      await context.setOffline(false);
      return () => front.calls.slice(before);
    },
    /** Errors on the console, without calls that failed because there was no network. */
    faults: () => visitor.complaints().filter((each) => !/ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|NETWORK_CHANGED)/.test(each)),
    /** Waits until the worker has kept everything. */
    kept: () =>
      untilInPage(page, async () => {
        const names = await caches.keys();
        const reads = names.find((name) => name.startsWith('stylebox-reads-'));
        const cache = reads && (await caches.open(reads));
        const questionnaire = await (await (cache && cache.match('/api/questionnaire', { ignoreVary: true })))?.json();
        if (!questionnaire) return false;
        const { questions, shuffle } = questionnaire.questions;
        const pictures = new Set(JSON.stringify([questions, shuffle]).match(/\/api\/product_images\/[\w.-]+/g));
        const found = await Promise.all([...pictures].map((each) => cache.match(each, { ignoreVary: true })));
        return found.every(Boolean);
      }),
    /** What the browser keeps for the account, as text. */
    waiting: () => page.evaluate(() => JSON.stringify({ ...localStorage })),
  };
}

/** Waits until `holds`, which runs in the page and may ask its caches, is true there. */
const untilInPage = (page, holds, argument) => until(() => page.evaluate(holds, argument), String(holds), KEPT_MS);

/** The answers that the browser has not sent yet, by question. */
const queued = (page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((each) => each.startsWith('stylebox.account.answers.'));
    const { unsent = {} } = JSON.parse((key && localStorage.getItem(key)) ?? '{}');
    return Object.fromEntries(Object.entries(unsent).map(([ref, { value }]) => [ref, value]));
  });

/** The answers that the server has. */
const saved = (page) => page.evaluate(async () => (await (await fetch('/api/style_profiles/current')).json()).data.responses);

const changes = (calls) => calls.filter(({ method }) => method !== 'GET');

/** Everything in the worker's caches, as text. */
const cached = (page) =>
  page.evaluate(async () => {
    const texts = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const each of await cache.keys()) {
        texts.push(each.url);
        if (each.url.includes('/api/')) texts.push(await (await cache.match(each, { ignoreVary: true })).text());
      }
    }
    return texts.join('\n');
  });

/** Opens a screen as a signed-in customer, and waits until the worker has cached everything. */
async function enter(visitor, email, path) {
  const { page } = visitor;
  await signInByCall(page, email);
  await page.goto(`/members${path}`);
  await visitor.kept();
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
}

// One width is enough: what fails without a network is the same at each.
for (const size of [phone]) {
  describe(`at ${size.width} wide`, () => {
    test('a visitor who loses the network registers later, and answers the whole questionnaire without it', async () => {
      const visitor = await arrive(size);
      const { page, lookHere } = visitor;
      await page.goto('/members/welcome');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await visitor.kept();

      await visitor.goOffline();
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await lookHere('offline-welcome');
      await page.goto('/members/schedule-pickup');
      await page.getByRole('radio', { name: /^Monroe Street/ }).waitFor();
      await visitor.goOnline();

      // The registration says that there is no network, and keeps everything except the password.
      const email = `offline-${size.name}@example.com`;
      await page.goto('/members/register');
      await fillRegistration(page, email);
      await visitor.goOffline();
      await page.getByRole('button', { name: 'Create my account' }).click();
      await page.getByText('You are offline').waitFor();
      await page.getByText(/^We cannot be reached right now/).waitFor();
      await lookHere('offline-register');
      await page.reload();
      await page.getByLabel('First name').waitFor();
      assert.equal(await page.getByLabel('Last name').inputValue(), 'Lovelace');
      assert.equal(await page.getByLabel('Confirm email').inputValue(), email);
      assert.equal(await page.getByLabel(/^Password/).inputValue(), '');
      const storage = await keptInBrowser(page);
      assert.ok(!storage.includes(PASSWORD), 'no password is kept');
      const sentSince = await visitor.goOnline();
      await page.reload();
      await page.getByLabel(/^Password/).fill(PASSWORD);
      await passHumanCheck(page);
      assert.deepEqual(changes(sentSince()), [], 'nothing is sent before the customer presses again');
      await page.getByRole('button', { name: 'Create my account' }).click();
      await page.waitForURL('**/quiz/1');
      await page.getByRole('textbox', { name: 'Month' }).waitFor();

      // The whole questionnaire, with a reload in the middle.
      await visitor.goOffline();
      await page.reload();
      const shown = async (screen) => {
        if (screen === 'quiz-6') {
          await page.getByText('Saved on this device').waitFor();
          await page.reload();
          await page.getByRole('heading', { name: 'How do bottoms fit?' }).or(page.getByLabel('Bottom size')).first().waitFor();
          assert.equal(await page.getByText(/^We cannot be reached right now/).count(), 0, 'there is nothing to try again');
          await lookHere('offline-quiz');
        }
        if (screen === 'quiz-11') {
          const picture = page.getByRole('main').locator('img').first();
          await picture.waitFor();
          assert.ok(await picture.evaluate(async (image) => (await image.decode(), image.naturalWidth > 0)), 'the pictures are there');
          await lookHere('offline-shuffle');
        }
      };
      await takeQuiz(page, shown);
      await page.getByRole('radio', { name: /Every Quarter/ }).check();
      await lookHere('offline-delivery');
      await page.getByRole('button', { name: 'Next' }).last().click();
      await page.waitForURL('**/quiz/confirmation');
      await page.getByText('Saved on this device').waitFor();

      const given = await queued(page);
      assert.equal(given.birthday, '1988-02-29');
      assert.equal(given.subscription_type, 'subscription_90_day');
      assert.equal(Object.keys(given.style_shuffle).length, 10);
      assert.ok(Object.keys(given).length >= 20, Object.keys(given).join());
      const sent = await visitor.goOnline();
      await page.getByText('Saved', { exact: true }).waitFor({ timeout: 30_000 });
      const known = await saved(page);
      for (const [ref, value] of Object.entries(given)) assert.deepEqual([ref, known[ref]], [ref, value]);
      const patches = sent().filter(({ method }) => method === 'PATCH');
      const refs = patches.flatMap(({ body }) => Object.keys(JSON.parse(body).responses));
      assert.deepEqual(refs.toSorted(), Object.keys(given).toSorted(), 'each answer is sent once');
      assert.deepEqual(await queued(page), {});
      assert.deepEqual(visitor.faults(), []);
    });

    test('the card is not sent by itself when the network is back', async () => {
      const visitor = await arrive(size);
      const { page, lookHere } = visitor;
      await enter(visitor, 'ann@example.com', '/payment/billing');
      await fillPayment(page, CARD.accepted);
      await visitor.goOffline();
      await page.getByRole('button', { name: /^Save/ }).click();
      await page.getByRole('alert').getByText(/^We cannot be reached right now/).waitFor();
      await lookHere('offline-payment');
      assert.equal(await page.getByLabel('Address line 1').inputValue(), '12 Main Street');
      assert.doesNotMatch(await keptInBrowser(page), HALF_CARD);

      const sent = await visitor.goOnline();
      // Another call is sent and answered: a call that waited would have been sent before it.
      await page.evaluate(async () => {
        window.dispatchEvent(new Event('online'));
        await fetch('/api/status');
        await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }));
        await fetch('/api/status');
      });
      assert.deepEqual(
        changes(sent()).filter(({ path }) => !path.startsWith('/style_profiles')),
        [],
      );
      assert.deepEqual(visitor.faults(), []);
    });
  });
}

test('browsers check for a new worker at each visit, and the content security policy allows it', async () => {
  const { status, headers } = await fetch(new URL('/members/service-worker.js', open.shop.url));
  assert.equal(status, 200);
  assert.match(headers.get('content-type'), /^text\/javascript/);
  assert.equal(headers.get('cache-control'), 'no-cache');
  assert.match(headers.get('content-security-policy'), /worker-src 'self' blob:/);
});

test('the page opens if a proxy answers while its server is down, also with a preloaded navigation', async () => {
  const visitor = await arrive(phone);
  const { page } = visitor;
  await page.goto('/members/login');
  await visitor.kept();
  front.fail();
  await page.goto('/members/register');
  await page.getByRole('textbox', { name: /^First name/ }).waitFor();
  assert.equal(await page.getByText('Bad gateway').count(), 0);
  await front.bringBack();
});

test('the worker’s caches contain nothing about a customer', async () => {
  const visitor = await arrive(phone);
  const { page } = visitor;
  await enter(visitor, 'ann@example.com', '/quiz/3');
  await page.getByRole('textbox', { name: /how would a friend/ }).fill('Always in ochre');
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.reload();
  await page.getByRole('textbox', { name: /how would a friend/ }).waitFor();
  assert.equal((await saved(page)).about_me, 'Always in ochre');
  const texts = await cached(page);
  assert.match(texts, /\/api\/questionnaire/);
  for (const own of ['Always in ochre', 'ann@example.com', '"completion_percentage"', '/api/account', '/api/style_profiles', '/api/orders'])
    assert.ok(!texts.includes(own), own);
  assert.match(texts, /"responses":\{\},"stats":null,"id":null/);
});

test('a customer who signs out without a network leaves no unsent answers for the next customer', async () => {
  const visitor = await arrive(phone);
  const { page } = visitor;
  await enter(visitor, 'ann@example.com', '/quiz/3');
  await visitor.goOffline();
  await page.getByRole('textbox', { name: /how would a friend/ }).fill('Always in mauve');
  await page.getByText('Saved on this device').waitFor();
  assert.match(await visitor.waiting(), /Always in mauve/);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
  assert.doesNotMatch(await visitor.waiting(), /stylebox\.(account|session)\./);

  const sent = await visitor.goOnline();
  await page.reload();
  await page.getByLabel('Email').waitFor();
  await untilInPage(page, () => localStorage.getItem('stylebox.signOut') === null);
  assert.ok(sent().some(({ method, path }) => `${method} ${path}` === 'DELETE /sessions'), 'the server is told');
  assert.equal(await page.evaluate(async () => (await fetch('/api/account')).status), 401);
  await signIn(page, 'dana@example.com');
  await page.waitForURL('**/dashboard');
  await page.goto('/members/quiz/3');
  await page.getByRole('textbox', { name: /how would a friend/ }).waitFor();
  assert.ok(!sent().some(({ body }) => body.includes('Always in mauve')));
});

test('unsent answers of a session that ended are sent after the same customer signs in, and never for another customer', async () => {
  for (const [email, isSent] of [
    ['ann@example.com', true],
    ['dana@example.com', false],
  ]) {
    const visitor = await arrive(phone);
    const { page, context } = visitor;
    visitor.expect(401, '/api/.*');
    await enter(visitor, 'ann@example.com', '/quiz/3');
    await visitor.goOffline();
    const words = `Always in teal, said ${email}`;
    await page.getByRole('textbox', { name: /how would a friend/ }).fill(words);
    await page.getByText('Saved on this device').waitFor();
    await context.clearCookies({ name: 'stylebox_session' });
    const sent = await visitor.goOnline();
    await page.waitForURL('**/login');
    assert.match(await visitor.waiting(), /Always in teal/);
    const before = sent().length;
    await signIn(page, email);
    await page.waitForURL(/quiz\/3|dashboard/);
    const isSentNow = () => sent().slice(before).some(({ body }) => body.includes(words));
    if (isSent) {
      await untilInPage(page, () => !Object.keys(localStorage).some((key) => key.startsWith('stylebox.account.')));
      assert.ok(isSentNow());
    } else {
      assert.doesNotMatch(await visitor.waiting(), /Always in teal/);
      assert.ok(!isSentNow());
    }
    assert.deepEqual(visitor.faults(), []);
    await visitor.context.close();
  }
});

test('an unsent answer does not overwrite one from another device unless the customer says so', async () => {
  const visitor = await arrive(phone);
  const { page, lookHere } = visitor;
  await enter(visitor, 'ann@example.com', '/quiz/6');
  const size = page.getByLabel('Bottom size');
  const before = await size.inputValue();
  const [here, there] = ['8', '10', '12'].filter((each) => each !== before);
  await visitor.goOffline();
  await size.selectOption(here);
  await page.getByText('Saved on this device').waitFor();

  const other = await visit(open, phone, { prefetches: true });
  await signInByCall(other.page, 'ann@example.com');
  await other.page.goto('/members/quiz/6');
  await other.page.getByLabel('Bottom size').selectOption(there);
  await other.page.getByText('Saved', { exact: true }).waitFor();
  await other.context.close();

  await visitor.goOnline();
  await page.getByText(/^You answered this in another tab or on another device/).first().waitFor();
  assert.equal(await size.inputValue(), there);
  await lookHere('answered-elsewhere');
  await size.selectOption(here);
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.equal((await saved(page)).bottom_size, here, 'the customer decides');
  assert.deepEqual(visitor.faults(), []);
});

test('a newer version takes over once no page of the older one is open, and their files are never mixed', async () => {
  const visitor = await arrive(phone);
  const { page, context } = visitor;
  const scripts = (tab) => tab.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /\.(js|wasm)$/.test(name)));
  const versions = async (tab) => new Set((await scripts(tab)).filter((name) => name.includes('/assets/')).map((name) => /\.newer\.\w+$/.test(name)));
  const names = () => page.evaluate(() => caches.keys());
  await page.goto('/members/login');
  await page.getByLabel('Email').waitFor();
  await visitor.kept();
  const older = await names();
  await page.reload();
  await page.getByLabel('Email').waitFor();
  assert.deepEqual([...(await versions(page))], [false]);

  front.update();
  // While the older page is open, its worker and its files stay.
  const second = await context.newPage();
  await second.goto('/members/login');
  await second.getByLabel('Email').waitFor();
  assert.deepEqual([...(await versions(second))], [true], 'a page loads the newer version from the network');
  await untilInPage(second, async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));
  assert.ok((await names()).some((name) => older.includes(name)), 'the older version is kept for its open page');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { name: /No problem/ }).waitFor();
  assert.deepEqual([...(await versions(page))], [false], 'the older page goes on with its own files');

  // When the page is reloaded, it is of the newer version, which takes over.
  await page.reload();
  await page.getByRole('heading', { name: /No problem/ }).waitFor();
  assert.deepEqual([...(await versions(page))], [true], 'the network has answered before the older worker gave it up');
  await untilInPage(page, async (before) => (await caches.keys()).every((name) => !before.includes(name)), older);
  await visitor.kept();
  await visitor.goOffline();
  await page.reload();
  await page.getByRole('heading', { name: /No problem/ }).waitFor();
  assert.deepEqual([...(await versions(page))], [true], 'without a network too');
  await visitor.goOnline();
  assert.deepEqual(visitor.faults(), []);
});
