// What a customer does, a function each.
import { pbkdf2, solveChallenge } from 'altcha/lib';
import assert from 'node:assert/strict';

/** A valid password, which the demo customers have too. */
export const PASSWORD = 'Stylebox#2026';

/** The sandbox gateway's public test numbers. */
export const CARD = {
  accepted: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  debit: '4000 0566 5566 5556',
  silent: '4000 0000 0000 0119',
};

/** Answers to the required questions, by step. */
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
    await page.getByLabel('A label that fits you well').fill('Marlowe');
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
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel(/^Email/).fill(email);
  await page.getByLabel('Confirm email').fill(email);
  await page.getByLabel('ZIP Code').fill('55401');
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await passHumanCheck(page);
}

/** Ticks the human check and waits until it is computed. */
export async function passHumanCheck(page) {
  await page.getByRole('checkbox', { name: /not a robot/i }).click();
  await page.getByText('Verified').first().waitFor();
}

export async function signIn(page, email, password = PASSWORD) {
  await page.getByLabel(/^Email/).fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await passHumanCheck(page);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/**
 * Answers the quiz from its first step to its last, after which the page `then` opens; `look` is called on each step before it is
 * answered.
 */
export async function takeQuiz(page, look, then = '**/quiz/delivery') {
  const steps = Object.keys(answers).map(Number);
  for (const step of [...steps, 12].sort((a, b) => a - b)) {
    await page.waitForURL(`**/quiz/${step}`);
    await look(`quiz-${step}`);
    const next = page.getByRole('button', { name: 'Next' }).last();
    if (answers[step]) {
      // Next is closed until the step is answered.
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

/** Answers the quiz by one call, and goes on from its last step to the page `then`. */
export async function skipQuiz(page, then = '**/quiz/delivery') {
  await answer(page, quizAnswers);
  await page.goto('/members/quiz/15');
  await page.getByRole('heading', { name: 'Who would you like to style you?' }).waitFor();
  await page.getByRole('button', { name: 'Next' }).last().click();
  await page.waitForURL(then);
}

/** Fills the payment form with a test card. */
export async function fillPayment(page, card) {
  await page.getByLabel('Address line 1').fill('12 Main Street');
  await page.getByLabel('City').fill('Minneapolis');
  await page.getByLabel('State').fill('MN');
  await page.getByLabel('ZIP code').fill('55401');
  await page.getByLabel('Cell phone').fill('6125550100');
  await fillCard(page, card);
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

/** Opens a screen as a customer who is signed in already. */
export async function enter({ page }, email, path) {
  await signInByCall(page, email);
  await page.goto(path);
}

/** Registers as the form does, without opening it; the quiz is answered too. */
export async function registerByCall(page, email) {
  const names = { first_name: 'Ada', last_name: 'Lovelace', registration_postal_code: '55401' };
  await call(page, 'post', '/api/registrations', { customer: { ...names, email, password: PASSWORD, recaptchaToken: await humanToken(page) } });
  await answer(page, quizAnswers);
}

/** Opens a screen as a new customer who has answered the quiz. */
export async function enterAnew({ page }, email, path) {
  await registerByCall(page, email);
  await page.goto(path);
}

/** What `takeQuiz` answers. */
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

/** Makes a call with the cookies of the page. */
async function call(page, method, path, data) {
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name.endsWith('XSRF-TOKEN'))?.value ?? '';
  const response = await page.request[method](path, { data, headers: { 'X-XSRF-TOKEN': decodeURIComponent(token) } });
  assert.ok(response.ok(), `${method} ${path}: ${response.status()} ${await response.text()}`);
}

/** The answer of the human check's widget, worked out here. */
async function humanToken(page) {
  const challenge = await (await page.request.get('/api/human_check')).json();
  const solution = await solveChallenge({ challenge, deriveKey: pbkdf2.deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** The code in the newest e-mail or text message with one. */
export async function newestCode(shop) {
  const mails = await (await fetch(`${shop.url}/dev/outbox`)).text();
  const [, code] = /Your (?:\w+ )?code is (\d{6})/.exec(mails) ?? [];
  assert.ok(code !== undefined, 'a code was sent');
  return code;
}

/** A Monday two weeks from now, on which boxes can arrive unless it is a holiday. */
export async function openDay(page) {
  const { now } = await (await page.request.get('/api/status')).json();
  const holidays = Object.values(await (await page.request.get('/api/holidays')).json()).flat();
  const day = new Date(now);
  day.setUTCDate(day.getUTCDate() + 14);
  while (day.getUTCDay() !== 1 || holidays.includes(day.toISOString().slice(0, 10))) day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}

/** Cancels the order on the dashboard. */
export async function cancelOrder(page) {
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Yes, cancel it' }).click();
  await page.getByText('has been successfully canceled').waitFor();
}

/** Keeps each item of the box that is reviewed. */
export async function keepAll(page) {
  const rows = page.getByRole('radiogroup', { name: /^What becomes of/ });
  await rows.first().waitFor();
  for (const row of await rows.all()) {
    await row.getByRole('radio', { name: 'Keep', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  }
}
