// What a customer does, a function each.
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
export async function answer(page, responses) {
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name.endsWith('XSRF-TOKEN'))?.value ?? '';
  const headers = { 'X-XSRF-TOKEN': decodeURIComponent(token) };
  const saved = await page.request.patch('/api/style_profiles/current', { data: { responses }, headers });
  assert.equal(saved.status(), 200, await saved.text());
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
