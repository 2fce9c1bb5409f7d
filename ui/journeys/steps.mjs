// The things that a customer does, one function each, told in the words of the screens.

/** A password that the rules accept. */
export const PASSWORD = 'Stylebox#2026';

/** What a customer types for their card; the number is one of the sandbox gateway's public test numbers. */
export const CARD = { accepted: '4242424242424242', declined: '4000000000000002', debit: '4000056655665556', silent: '4000000000000119' };

/** Fills the registration form and passes the human check. */
export async function fillRegistration(page, email) {
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Email', { exact: false }).first().fill(email);
  await page.getByLabel('Confirm email').fill(email);
  await page.getByLabel('ZIP Code').fill('55401');
  await page.getByLabel('Password', { exact: false }).first().fill(PASSWORD);
  await passHumanCheck(page);
}

/** Ticks the human check and waits until it is solved. */
export async function passHumanCheck(page) {
  await page.getByRole('checkbox', { name: /not a robot/i }).click();
  await page.getByText('Verified').first().waitFor();
}
