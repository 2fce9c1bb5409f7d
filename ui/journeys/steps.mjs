// The actions of customers, with the page or by calls.
import { pbkdf2, solveChallenge } from 'altcha/lib';
import assert from 'node:assert/strict';
import { until as found } from '../../scripts/lib/until.mjs';

/** A valid password, which the demo customers have too. */
export const PASSWORD = 'Stylebox#2026';

/** The sandbox gateway's public test numbers. */
export const CARD = {
  accepted: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  declinedLater: '4000 0000 0000 0341',
  debit: '4000 0566 5566 5556',
  silent: '4000 0000 0000 0119',
  asks: '4000 0000 0000 3220',
};

/** Half of the accepted card's number. A search for only four of its digits would find ids by chance. */
export const HALF_CARD = /4242\D?4242/;

/** All that the tab and the browser store, as text. */
export const keptInBrowser = (page) => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));

/** Answers the required questions of each step. */
const answers = {
  1: async (page) => {
    await page.getByRole('textbox', { name: 'Month' }).fill('02');
    await page.getByRole('textbox', { name: /^Day/ }).fill('29');
    await page.getByRole('textbox', { name: 'Year' }).fill('1988');
  },
  2: (page) => page.getByRole('checkbox', { name: /^At the office/ }).check(),
  3: async (page) => {
    await page.getByRole('checkbox', { name: 'Help me dress for work' }).check();
    await page.getByRole('radio', { name: 'One surprise in each box' }).check();
  },
  4: async (page) => {
    await page.getByLabel('Feet').selectOption('5');
    await page.getByLabel('Inches').selectOption('6');
  },
  5: async (page) => {
    await page.getByLabel('Top size').selectOption('M');
    await page.getByLabel('Bra band').selectOption('34');
    await page.getByLabel('Bra cup').selectOption('B');
  },
  6: (page) => page.getByLabel('Bottom size').selectOption('8'),
  7: async (page) => {
    await page.getByLabel('A brand that fits you well').fill('Marlowe');
    await page.getByLabel('Your size in it').first().selectOption('M');
  },
  8: async (page) => {
    await page.getByRole('radio', { name: /^High rise/ }).check();
    await page.getByRole('checkbox', { name: 'Straight' }).check();
  },
  9: (page) => page.getByRole('checkbox', { name: /^Classic/ }).check(),
  10: (page) => page.getByRole('radio', { name: /^A little/ }).check(),
  11: async (page) => {
    for (let card = 0; card < 10; card += 1) {
      await page.getByRole('button', { name: card % 3 === 0 ? 'Dislike' : 'Like', exact: true }).click();
    }
  },
  13: async (page) => {
    await page.getByRole('radio', { name: '$60 to $100' }).check();
    await page.getByRole('radio', { name: 'Yes', exact: true }).check();
    await page.getByRole('radio', { name: 'Gold', exact: true }).check();
  },
  15: (page) => page.getByLabel('Your stylist').selectOption({ index: 1 }),
};

/** Fills the registration form and passes the human check. */
export async function fillRegistration(page, email) {
  await fillRegistrationFields(page, email);
  await passHumanCheck(page);
}

/** Fills the fields of the registration form. */
export async function fillRegistrationFields(page, email) {
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel(/^Email/).fill(email);
  await page.getByLabel('Confirm email').fill(email);
  await page.getByLabel('ZIP Code').fill('55401');
  await page.getByLabel(/^Password/).fill(PASSWORD);
}

/** Checks the box of the human check, and waits until its proof of work is computed. */
export async function passHumanCheck(page) {
  await page.getByRole('checkbox', { name: /not a robot/i }).click();
  await page.getByText('Verified').first().waitFor();
}

/** Fills the form of the sign-in page, and sends it. */
export async function signIn(page, email, password = PASSWORD) {
  // The registration screen has fields with the same names, and shows until this screen has loaded.
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  await page.getByLabel(/^Email/).fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await passHumanCheck(page);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/**
 * Answers the quiz from its first step to its last, after which the page `then` opens. Calls `look` on each step before it is answered.
 */
export async function takeQuiz(page, look, then = '**/quiz/delivery') {
  const steps = Object.keys(answers).map(Number);
  for (const step of [...steps, 12].sort((a, b) => a - b)) {
    await page.waitForURL(`**/quiz/${step}`);
    const next = page.getByRole('button', { name: 'Next' }).last();
    // The address changes before the screen does, and the first step shows only once the answers are loaded.
    await next.waitFor();
    await look(`quiz-${step}`);
    if (answers[step]) {
      // Next is disabled until the step is answered.
      await next.and(page.locator('[aria-disabled="true"]')).waitFor();
      await answers[step](page);
    }
    await next.click();
    if (step === 13) {
      await page.waitForURL('**/q/stylist');
      await look('quiz-stylist');
      await page.getByRole('button', { name: 'Sounds Good!' }).click();
    }
  }
  await page.waitForURL(then);
}

/** Answers the quiz with one call, and goes from its last step to the page `then`. */
export async function skipQuiz(page, then = '**/quiz/delivery') {
  await answer(page, quizAnswers);
  await page.goto('/members/quiz/15');
  await page.getByRole('heading', { name: 'Who would you like to style you?' }).waitFor();
  await page.getByRole('button', { name: 'Next' }).last().click();
  await page.waitForURL(then);
}

/** Fills in the payment form. `fill` types the card. */
export async function fillPayment(page, card, fill = fillCard) {
  await page.getByLabel('Address line 1').fill('12 Main Street');
  await page.getByLabel('City').fill('Minneapolis');
  await page.getByLabel('State').fill('MN');
  await page.getByLabel('ZIP code').fill('55401');
  await page.getByLabel('Cell phone').fill('6125550100');
  await fill(page, card);
}

export async function fillCard(page, card) {
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiration').fill('12/34');
  await page.getByLabel('CVV').fill('123');
}

/** Answers questions as the quiz does. */
export const answer = (page, responses) => call(page, 'patch', '/api/style_profiles/current', { responses });

/** Signs in as the form does, without opening it. */
export async function signInByCall(page, email) {
  await call(page, 'post', '/api/sessions', { customer: { email, password: PASSWORD, recaptchaToken: await humanToken(page) } });
}

/** Signs a customer in by a call, and opens a screen. */
export async function enter({ page }, email, path) {
  await signInByCall(page, email);
  await page.goto(path);
}

/** Registers as the form does, without opening it, and answers the quiz with `responses`. `more` are other fields of the form. */
export async function registerByCall(page, email, responses = quizAnswers, more = {}) {
  const names = { first_name: 'Ada', last_name: 'Lovelace', registration_postal_code: '55401' };
  await call(page, 'post', '/api/registrations', { customer: { ...names, email, password: PASSWORD, recaptchaToken: await humanToken(page), ...more } });
  await answer(page, responses);
}

/** Registers a new customer by calls, answers the quiz with `responses`, and opens a screen. */
export async function registerAndEnter({ page }, email, path, responses = quizAnswers) {
  await registerByCall(page, email, responses);
  await page.goto(path);
}

/** Saves the first card as the form does. A box is ordered with it if its day is chosen. Returns the order's id, or null. */
export async function saveCardByCall(page, card) {
  const holder = { name: 'Ada Lovelace', street_address1: '', street_address2: '', city: '', state: '', zip_code: '', phone: '' };
  const shipping_address = { line_1: '12 Main Street', line_2: '', city: 'Minneapolis', state: 'MN', postal_code: '55401', phone: '6125550100' };
  const { order_id: id } = await call(page, 'post', '/api/credit_cards', {
    cardholder: holder,
    card_info: { credit_card_number: card.replaceAll(' ', ''), expiration: '12/34', cvv: '123' },
    options: { shipping_address, same_as_shipping: true },
  });
  return id;
}

/** Registers a customer who orders a first box. `responses` are answers besides those of the quiz. Returns the order. */
export async function orderByCall(page, email, card = CARD.accepted, responses = {}) {
  const first = { ship_by_date: await openDay(page), subscription_type: 'subscription_30_day' };
  await registerByCall(page, email, { ...quizAnswers, ...first, ...responses });
  return call(page, 'get', `/api/orders/${await saveCardByCall(page, card)}`);
}

/** The answers that `takeQuiz` gives. */
export const quizAnswers = {
  birthday: '1988-02-29',
  occasions: ['At the office'],
  goals: ['Help me dress for work'],
  adventure: 'One surprise in each box',
  height_feet: '5',
  height_inches: '6',
  top_size: 'M',
  bra_band: '34',
  bra_cup: 'B',
  bottom_size: '8',
  brand_1: 'Marlowe',
  size_1: 'M',
  denim_rise: 'High rise',
  denim_style: ['Straight'],
  style_looks: ['Classic'],
  denim_distress: 'A little',
  denim_spend: '$90 - $200',
  style_shuffle: Object.fromEntries(Array.from({ length: 10 }, (_, card) => [`shuffle-${String(card + 1).padStart(2, '0')}`, card % 3 === 0 ? 'dislike' : 'like'])),
  spend_level: '$60 to $100',
  pierced_ears: true,
  jewellery_tone: 'Gold',
  match_with_stylist: 'Adela M.',
};

/** Makes a call with the cookies of the page, and returns the body of the answer. */
export async function call(page, method, path, data, more = {}) {
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name.endsWith('XSRF-TOKEN'))?.value ?? '';
  const headers = { Accept: 'application/json; version=1', 'X-XSRF-TOKEN': decodeURIComponent(token), ...more };
  const response = await page.request[method](path, { ...(data === undefined ? {} : { data }), headers });
  const text = await response.text();
  assert.ok(response.ok(), `${method} ${path}: ${response.status()} ${text}`);
  return text === '' ? null : JSON.parse(text);
}

/** Decides about the customer's box as its screens do, and checks out. */
export async function checkOutByCall(page, { id }, decided) {
  await decideByCall(page, { id }, decided);
  const invoice = await call(page, 'post', `/api/orders/${id}/invoices`);
  await call(page, 'post', `/api/invoices/${invoice.id}/checkout`, { expected_total_due: invoice.totalDue }, { 'Idempotency-Key': id });
}

/** Keeps the first `kept` items of the box and returns the others. With `exchanges`, exchanges the first of them that has another size. */
export async function decideByCall(page, { id }, { kept, exchanges = false }) {
  const { line_items: items } = await call(page, 'get', `/api/orders/${id}`);
  const decisions = items.map((item, place) => ({ id: item.id, claimed_kept: place < kept, exchange_size: null, customer_feedback: '' }));
  let isExchanged = !exchanges;
  for (const decision of decisions.slice(kept)) {
    if (isExchanged) break;
    const { sizes } = await call(page, 'get', `/api/invoices/available_exchange_sizes/${decision.id}`);
    isExchanged = sizes.length > 0;
    if (isExchanged) Object.assign(decision, { claimed_kept: true, exchange_size: sizes[0] });
  }
  await call(page, 'patch', `/api/orders/${id}`, { order: { line_items_attributes: decisions } });
}

/** Checks out, then lets staff receive the returns and complete the order. */
export async function finishBox(page, shop, { id, code }, { kept, exchanges = false }) {
  await checkOutByCall(page, { id }, { kept, exchanges });
  if (exchanges) await shop.ops('exchange', 'ship', code);
  await shop.ops('receive', code);
  await shop.ops('complete', code);
}

/** Solves the human check without its widget. Returns the token. */
async function humanToken(page) {
  const challenge = await (await page.request.get('/api/human_check')).json();
  const solution = await solveChallenge({ challenge, deriveKey: pbkdf2.deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** The code in the newest email or text message with one. */
export async function newestCode(shop) {
  const mails = await (await fetch(`${shop.url}/dev/outbox`)).text();
  const [, code] = /Your (?:\w+ )?code is (\d{6})/.exec(mails) ?? [];
  assert.ok(code !== undefined, 'a code was sent');
  return code;
}

/** An open Monday, two weeks or more from now. */
export async function openDay(page) {
  const { now } = await (await page.request.get('/api/status')).json();
  const holidays = Object.values(await (await page.request.get('/api/holidays')).json()).flat();
  const day = new Date(now);
  day.setUTCDate(day.getUTCDate() + 14);
  while (day.getUTCDay() !== 1 || holidays.includes(day.toISOString().slice(0, 10))) day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}

/** Waits until `holds` returns true, for at most `limitMs`. A failure says `what` was awaited. */
export const until = (holds, what, limitMs = 20_000) => found(() => what, holds, { ms: limitMs, pauseMs: 20 });

/** Waits until `target` has the focus. The page may move the focus only after the change that is the reason for it. */
export const getsFocus = (target) => target.and(target.page().locator(':focus')).waitFor();

/** Presses Tab until `target` has the focus. */
export async function tabTo(page, target) {
  await target.waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not lead to ${target}`);
}

/** The day `days` days after today, in the shop's time zone. */
export async function daysAhead(page, days) {
  const { now } = await (await page.request.get('/api/status')).json();
  const day = new Date(new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(new Date(now)));
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

/** The first day on which a box can arrive, at least `days` days after `from`. It must be weeks ahead: nearer days have more rules. */
export async function deliveryDay(page, from, days) {
  const lists = await (await page.request.get('/api/holidays')).json();
  const closed = [...lists.company_holidays, ...lists.mail_holidays, ...lists.custom_ship_disallowed_dates];
  const day = new Date(from);
  day.setUTCDate(day.getUTCDate() + days);
  while (day.getUTCDay() === 0 || closed.includes(day.toISOString().slice(0, 10))) day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}

/** The emails with this subject to a customer, as text, the newest first. */
export async function mailsTo(shop, recipient, subject) {
  const mails = (await (await fetch(`${shop.url}/dev/outbox`)).text()).split('<details').slice(1);
  const asText = (html) => html.slice(html.indexOf('<div class="text">')).replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ');
  return mails.filter((mail) => mail.includes(`>${subject}</h2>`) && mail.includes(`>To ${recipient}<`)).map(asText);
}

/** Chooses a radio button as customers do: by its label, which covers it. */
export async function choose(radio) {
  await radio.locator('xpath=ancestor::label').click();
  await radio.and(radio.page().locator(':checked')).waitFor({ state: 'attached' });
}

/** Cancels the order on the dashboard. */
export async function cancelOrder(page) {
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Yes, cancel it' }).click();
  await page.getByText('has been successfully canceled').waitFor();
}

/** Keeps each item on the open review screen. */
export async function keepAll(page) {
  const rows = page.getByRole('radiogroup', { name: /^Your choice for/ });
  await rows.first().waitFor();
  for (const row of await rows.all()) {
    await row.getByRole('radio', { name: 'Keep', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  }
}
