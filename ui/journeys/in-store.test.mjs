// A store's tablet: staff set it up, a customer signs up on it, goes on there or on a phone, and leaves nothing for the next one.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PASSWORD, passHumanCheck } from './steps.mjs';
import { opened, phone, visit } from './support.mjs';

const signup = '/members/stylebox-store-signup';
const tablet = { name: '820', width: 820, height: 1180 };

const open = opened();

test('a tablet is set up, a customer signs up on it and finishes, and the next one finds nothing', async () => {
  const visitor = await visit(open, phone);
  const { page, look } = visitor;
  await setUp(page, look);

  await page.getByRole('button', { name: 'Create my account' }).click({ force: true });
  await page.getByText('things to fix').waitFor();
  await look('store-signup-errors');
  const email = 'eve@exmaple.com';
  await fill(page, email);
  await page.getByRole('button', { name: 'Create my account' }).click();
  await page.getByRole('heading', { name: 'Welcome, Eve' }).waitFor();
  await look('store-signup-sent');

  // The customer corrects the address: first to one that is taken, then to the right one.
  visitor.expect(422, '/api/registrations');
  await page.getByRole('button', { name: 'Not right? Change the address' }).click();
  await page.getByLabel('Email').fill('dana@example.com');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByRole('main').getByText('Email taken.').waitFor();
  await look('store-signup-correcting');
  const corrected = 'eve@example.com';
  await page.getByLabel('Email').fill(corrected);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText(`A new link is on its way to ${corrected}`).waitFor();
  const mail = await (await page.request.get('/dev/outbox')).text();
  assert.ok(mail.includes(`To ${corrected}`), 'the mail went to the right address');

  // A reload keeps the store and the customer.
  await page.reload();
  await page.getByText(corrected).waitFor();
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.waitForURL('**/stylebox-store-signup-location');
  const chosen = page.getByRole('radio', { name: /^Edina Galleria/ });
  await chosen.waitFor();
  assert.ok(await chosen.isChecked(), 'the tablet’s store is chosen already');
  await look('store-location-customer');
  await page.getByRole('button', { name: 'Next' }).last().click();
  await page.waitForURL('**/quiz/1');
  const account = await accountOf(page);
  assert.equal(account.registered_in_store, true);
  assert.equal(account.assigned_location_id, await storeOf(page));
  await birthday(page);
  await look('store-quiz-1');
  await page.getByRole('button', { name: 'Next' }).last().click();
  await page.waitForURL('**/quiz/2');
  await page.getByRole('checkbox', { name: /^At the office/ }).check();

  await page.getByRole('button', { name: 'Finish' }).click();
  await emptySignup(page);
  await look('store-signup-next');
  await nothingIsLeft(page, 'Eve', corrected);
  visitor.expect(401, '/api/account', '/api/style_profiles/current');
  // Neither Back nor a reload shows anything of the customer.
  for (let step = 0; step < 4; step += 1) {
    await page.goBack();
    await page.waitForLoadState();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await nothingIsLeft(page, 'Eve', corrected);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await nothingIsLeft(page, 'Eve', corrected);
  }

  await page.goto(signup);
  await emptySignup(page);
  await fill(page, 'ida@example.com', 'Ida');
  await page.getByRole('button', { name: 'Create my account' }).click();
  await page.getByRole('heading', { name: 'Welcome, Ida' }).waitFor();
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByRole('radio', { name: /^Edina Galleria/ }).waitFor();
  await page.getByRole('button', { name: 'Next' }).last().click();
  await page.waitForURL('**/quiz/1');
  await page.getByRole('textbox', { name: 'Month' }).waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Month' }).inputValue(), '');
  assert.deepEqual(visitor.complaints(), []);
});

test('a customer opens the email’s link at home, sets the password, is signed in and goes on with the quiz', async () => {
  const visitor = await visit(open, phone);
  const { page } = visitor;
  const email = 'mia@example.com';
  await setUp(page, async () => undefined);
  await fill(page, email, 'Mia');
  await page.getByRole('button', { name: 'Create my account' }).click();
  await page.getByRole('heading', { name: 'Welcome, Mia' }).waitFor();
  const link = await newestLink(page);

  const home = await visit(open, phone);
  await home.page.goto(link);
  await home.page.getByRole('heading', { name: 'Choose your password' }).waitFor();
  await home.look('first-password');
  assert.equal(new URL(home.page.url()).search, '', 'the token is out of the address bar');
  await home.page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await home.page.getByLabel('New password again', { exact: true }).fill(PASSWORD);
  await home.page.getByRole('button', { name: 'Save Password' }).click();
  await home.page.waitForURL('**/quiz/1');
  await home.page.getByRole('textbox', { name: 'Month' }).waitFor();
  assert.equal((await accountOf(home.page)).email, email);

  // The new password has ended the tablet's session, so at the next step the tablet forgets the customer.
  visitor.expect(401, '/api/account', '/api/style_profiles/current', '/api/questionnaire');
  await page.goto('/members/quiz/2');
  await emptySignup(page);
  assert.deepEqual([...visitor.complaints(), ...home.complaints()], []);
});

describe('on the tablet', () => {
  test('a customer who does nothing for two minutes is asked, and then forgotten', async () => {
    const visitor = await visit(open, tablet);
    const { page, lookHere } = visitor;
    await page.clock.install();
    await setUp(page, lookHere);
    // With an empty form nobody is asked.
    await page.clock.fastForward('05:00');
    assert.equal(await page.getByRole('dialog').count(), 0);

    await fill(page, 'zoe@example.com', 'Zoe');
    await lookHere('store-signup-filled');
    await page.getByRole('button', { name: 'Create my account' }).click();
    await page.getByRole('heading', { name: 'Welcome, Zoe' }).waitFor();
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByRole('radio', { name: /^Edina Galleria/ }).waitFor();
    await page.getByRole('button', { name: 'Next' }).last().click();
    await page.waitForURL('**/quiz/1');
    await birthday(page);

    await page.clock.runFor('01:58');
    assert.equal(await page.getByRole('dialog').count(), 0);
    await page.clock.runFor('00:03');
    const dialog = page.getByRole('dialog', { name: 'Are you still there?' });
    await dialog.waitFor();
    await lookHere('still-there');
    await dialog.getByRole('button', { name: 'I’m still here' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('textbox', { name: 'Month' }).inputValue(), '02', 'what was typed is still there');

    await page.clock.runFor('02:01');
    await dialog.waitFor();
    await page.clock.runFor('00:15');
    assert.equal(await dialog.getByText('seconds left').textContent(), '20 seconds left');
    await page.clock.runFor('00:16');
    await page.waitForURL(`**${signup}`);
    await emptySignup(page);
    await nothingIsLeft(page, 'Zoe', 'zoe@example.com');
    assert.deepEqual(visitor.complaints(), []);
  });

  test('a customer goes on on their own phone, and the tablet forgets them', async () => {
    const visitor = await visit(open, tablet);
    const { page, lookHere } = visitor;
    await setUp(page, async () => undefined);
    await fill(page, 'pia@example.com', 'Pia');
    await page.getByRole('button', { name: 'Create my account' }).click();
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByRole('radio', { name: /^Edina Galleria/ }).waitFor();
    await page.getByRole('button', { name: 'Next' }).last().click();
    await page.waitForURL('**/quiz/1');
    await birthday(page);
    await page.getByRole('button', { name: 'Next' }).last().click();
    await page.waitForURL('**/quiz/2');

    const made = page.waitForResponse('**/api/phone_links');
    await page.getByRole('button', { name: 'Use my phone' }).click();
    const { link } = await (await made).json();
    await page.getByRole('img', { name: 'A code for your phone’s camera' }).waitFor();
    await lookHere('phone-code');

    const own = await visit(open, phone);
    await own.page.goto(link);
    await own.page.getByRole('heading', { name: 'Continue on your phone' }).waitFor();
    assert.equal(new URL(own.page.url()).hash, '', 'the token is out of the address bar');
    await own.look('phone');
    await own.page.getByRole('button', { name: 'Go on' }).click();
    await own.page.waitForURL('**/quiz/2');
    assert.equal((await accountOf(own.page)).email, 'pia@example.com');
    assert.equal(await own.page.getByRole('button', { name: 'Finish' }).count(), 0, 'a phone is no tablet');

    await page.getByText('Your phone has it now.').waitFor();
    await lookHere('phone-has-it');
    await page.getByRole('dialog').getByRole('button', { name: 'Finish' }).click();
    await emptySignup(page);
    await nothingIsLeft(page, 'Pia', 'pia@example.com');

    // The phone goes on, and the code cannot be used again.
    await own.page.reload();
    await own.page.getByRole('checkbox', { name: /^At the office/ }).waitFor();
    const late = await visit(open, phone);
    late.expect(422, '/api/phone_links');
    await late.page.goto(link);
    await late.page.getByRole('button', { name: 'Go on' }).click();
    await late.page.getByRole('alert').getByText('This code no longer works.').waitFor();
    await late.lookHere('phone-refused');
    assert.deepEqual([...visitor.complaints(), ...own.complaints(), ...late.complaints()], []);
  });

  test('the tablet forgets the customer if the session ends while the code for the phone is shown', async () => {
    const visitor = await visit(open, tablet);
    const { page, context } = visitor;
    await setUp(page, async () => undefined);
    await fill(page, 'uma@example.com', 'Uma');
    await page.getByRole('button', { name: 'Create my account' }).click();
    await page.getByRole('heading', { name: 'Welcome, Uma' }).waitFor();
    const made = page.waitForResponse('**/api/phone_links');
    await page.getByRole('button', { name: 'Use my phone' }).click();
    const { link } = await (await made).json();
    await page.getByRole('img', { name: 'A code for your phone’s camera' }).waitFor();

    visitor.expect(401, '/api/phone_links', '/api/account');
    await endSession(context);
    await emptySignup(page);
    assert.equal(await page.getByRole('dialog').count(), 0);
    // The server does not delete the cookies of a session that is over, because a late sign-out must not delete a newer session's. The
    // cookie that is left gives no access.
    await nothingIsLeft(page, 'Uma', 'uma@example.com', ['stylebox_session']);
    assert.equal((await page.request.get('/api/account')).status(), 401);

    // The code has ended with its session.
    const own = await visit(open, phone);
    own.expect(422, '/api/phone_links');
    await own.page.goto(link);
    await own.page.getByRole('button', { name: 'Go on' }).click();
    await own.page.getByRole('alert').filter({ hasText: 'This code no longer works.' }).waitFor();
    assert.deepEqual([...visitor.complaints(), ...own.complaints()], []);
  });

  test('Finish in one tab waits for a photo that another tab is sending', async () => {
    const visitor = await visit(open, tablet);
    const { page, context, lookHere } = visitor;
    await setUp(page, async () => undefined);
    await fill(page, 'ada@example.com', 'Ada');
    await page.getByRole('button', { name: 'Create my account' }).click();
    await page.getByRole('heading', { name: 'Welcome, Ada' }).waitFor();
    await page.goto('/members/quiz/13');
    const photo = held();
    await page.route('**/uploads/**', async (route) => {
      await photo.isReleased;
      await route.continue();
    });
    const chooser = page.getByRole('group', { name: /Show us how you dress/ }).locator('input[type="file"]').first();
    const sent = page.waitForRequest('**/uploads/**');
    await chooser.setInputFiles([{ name: 'first.png', mimeType: 'image/png', buffer: await page.screenshot() }]);
    await sent;

    const other = await context.newPage();
    await other.goto('/members/quiz/2');
    const ended = [];
    context.on('request', (request) => request.method() === 'DELETE' && ended.push(request.url()));
    await other.getByRole('button', { name: 'Finish' }).click();
    for (const tab of [other, page]) await tab.getByText('your last photos are being sent').waitFor();
    await lookHere('store-finish-sending');
    assert.deepEqual(ended, []);

    const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
    photo.release();
    const answer = await answered;
    assert.equal(answer.status(), 200);
    assert.match(answer.request().postData(), /\/api\/photos\//);
    for (const tab of [other, page]) await emptySignup(tab);
    assert.ok(ended.length > 0);
    assert.equal((await context.cookies()).length, 0);
    assert.deepEqual(visitor.complaints(), []);
  });

  test('Finish without a network forgets the customer, and ends the session once the network is back', async () => {
    const visitor = await visit(open, tablet);
    const { page, context, lookHere } = visitor;
    await setUp(page, async () => undefined);
    await fill(page, 'lea@example.com', 'Lea');
    await page.getByRole('button', { name: 'Create my account' }).click();
    await page.getByRole('heading', { name: 'Welcome, Lea' }).waitFor();
    await page.route('**/api/sessions', (route) => route.abort());
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.getByText('cannot reach us to end your session').waitFor();
    await lookHere('store-finish-failed');
    assert.equal(await page.getByText('Lea').count(), 0);
    await page.reload();
    await page.getByText('cannot reach us to end your session').waitFor();
    await page.unroute('**/api/sessions');
    await page.getByRole('button', { name: 'Try again' }).click();
    await emptySignup(page);
    assert.equal((await context.cookies()).length, 0);
  });
});

/** A promise that waits until it is released. */
function held() {
  let release;
  const isReleased = new Promise((resolve) => (release = resolve));
  return { isReleased, release };
}

/** Ends the session on the server without the page's knowledge. */
async function endSession(context) {
  const cookies = await context.cookies();
  const token = cookies.find(({ name }) => name.endsWith('XSRF-TOKEN')).value;
  const headers = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '), 'X-XSRF-TOKEN': decodeURIComponent(token) };
  const { status } = await fetch(new URL('/api/sessions', context.pages()[0].url()), { method: 'DELETE', headers });
  assert.equal(status, 204);
}

/** Opens the set-up page on a new tablet, as staff do, and chooses its store. */
async function setUp(page, look) {
  await page.goto('/members/stylebox-store-signup-location');
  await page.getByRole('heading', { name: 'Which store is this?' }).waitFor();
  const search = page.getByLabel('Find by city, state or ZIP');
  await page.getByRole('radio').first().waitFor();
  await look('store-location');
  await page.getByRole('button', { name: 'Next' }).last().click({ force: true });
  await page.getByText('Still needed: A store').waitFor();
  await search.fill('edina');
  await page.getByRole('radio', { name: /^Edina Galleria/ }).check();
  await page.getByRole('button', { name: 'Next' }).last().click();
  await page.waitForURL(`**${signup}`);
  await page.getByText('Galleria, Edina').waitFor();
  await look('store-signup');
}

async function fill(page, email, firstName = 'Eve') {
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill('Moss');
  await page.getByLabel(/^Email/).fill(email);
  await page.getByLabel('ZIP Code').fill('55403');
  await passHumanCheck(page);
}

async function birthday(page) {
  await page.getByRole('textbox', { name: 'Month' }).fill('02');
  await page.getByRole('textbox', { name: /^Day/ }).fill('29');
  await page.getByRole('textbox', { name: 'Year' }).fill('1988');
}

async function emptySignup(page) {
  await page.waitForURL(`**${signup}`);
  await page.getByRole('heading', { name: "Let's Do Intros" }).waitFor();
  await page.getByText('Galleria, Edina').waitFor();
  for (const label of ['First name', 'Last name', /^Email/, 'ZIP Code']) {
    assert.equal(await page.getByLabel(label).inputValue(), '');
    assert.equal(await page.getByLabel(label).getAttribute('autocomplete'), 'off');
  }
}

/** Checks that the browser has nothing of the customer: no session except the cookies `dead`, nothing stored, nothing on the screen. */
async function nothingIsLeft(page, name, email, dead = []) {
  const { inTab, inBrowser, storage, text, values } = await page.evaluate(() => ({
    inTab: Object.keys(sessionStorage),
    inBrowser: Object.keys(localStorage),
    storage: JSON.stringify([{ ...sessionStorage }, { ...localStorage }]),
    text: document.body.innerText,
    values: [...document.querySelectorAll('input, textarea, select')].filter(({ type }) => !['radio', 'checkbox'].includes(type)).map(({ value }) => value).join(''),
  }));
  // Which font headings have, and how far screens were scrolled, says nothing about the customer.
  const kept = inTab.filter((key) => key.startsWith('stylebox.') && !['stylebox.exitOfferSeen', 'stylebox.headings', 'stylebox.scroll'].includes(key));
  const [customer, store] = ['stylebox.tablet.customer', 'stylebox.tablet.store'];
  assert.deepEqual(kept, [customer]);
  assert.deepEqual(inBrowser.toSorted(), [customer, store], 'the browser keeps the store, and the number of its customer');
  for (const own of [name, email]) assert.ok(!storage.includes(own) && !text.includes(own), `${own} in ${storage} ${text}`);
  assert.equal(values, '');
  const cookies = (await page.context().cookies()).map(({ name }) => name);
  assert.deepEqual(cookies, dead);
}

/** The customer of this page. Links in emails and codes have another host name of the server than the journeys use. */
const accountOf = async (page) => (await page.request.get(new URL('/api/account', page.url()).href)).json();

/** The id of the store that the tablet remembers. */
const storeOf = (page) => page.evaluate(() => localStorage.getItem('stylebox.tablet.store'));

/** The newest link for a password in the outbox. */
async function newestLink(page) {
  const mail = await (await page.request.get('/dev/outbox')).text();
  const [link] = /https?:[^"<\s]*reset_password#[^"<\s]*/.exec(mail) ?? [];
  assert.ok(link, mail);
  return link.replaceAll('&amp;', '&');
}
