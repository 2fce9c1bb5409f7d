// What a screen reader gets from Chromium's accessibility tree, and a sign-up with the keyboard only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, cancelOrder, CARD, fillCard, fillPayment, getsFocus, newestCode, openDay, PASSWORD, registerByCall, tabTo } from './steps.mjs';
import { opened, visit, widths } from './support.mjs';

const desk = widths[1];
const open = opened();

/** The nodes of the accessibility tree with a role and a name. */
async function heard(page, role, name) {
  const session = await page.context().newCDPSession(page);
  const { root } = await session.send('DOM.getDocument');
  const { nodes } = await session.send('Accessibility.queryAXTree', { nodeId: root.nodeId, role, ...(name ? { accessibleName: name } : {}) });
  await session.detach();
  return nodes
    .filter(({ ignored }) => !ignored)
    .map((node) => ({
      name: node.name?.value ?? '',
      description: node.description?.value ?? '',
      ...Object.fromEntries((node.properties ?? []).map(({ name: property, value }) => [property, value.value])),
    }));
}

async function passHumanCheckByKey(page) {
  const box = page.getByRole('checkbox', { name: /not a robot/i });
  await box.waitFor();
  await tabTo(page, box);
  await page.keyboard.press('Space');
  await page.getByText('Verified').first().waitFor();
}

test('a visitor who registers by keyboard hears the mistakes and corrects them', async () => {
  const visitor = await visit(open, desk);
  const { page } = visitor;
  await page.goto('/members/register');
  const field = (label) => page.getByLabel(label);
  await page.getByRole('checkbox', { name: /not a robot/i }).waitFor();
  await tabTo(page, field('First name'));
  await page.keyboard.type('A');
  await page.keyboard.press('Enter');

  // The summary gets the focus. Its links lead to the fields.
  await getsFocus(page.getByRole('group', { name: '7 things to fix' }));
  const [summary] = await heard(page, 'group', '7 things to fix');
  assert.ok(summary, JSON.stringify(await heard(page, 'group')));
  const [first] = await heard(page, 'textbox', 'First name');
  assert.deepEqual([first.description, first.invalid, first.required], ['Min. 2 characters.', 'true', true]);
  const link = page.getByRole('link', { name: 'First name: Min. 2 characters.' });
  await tabTo(page, link);
  await page.keyboard.press('Enter');
  await getsFocus(field('First name'));

  for (const text of ['da', 'Lovelace', 'keys@example.com', 'keys@example.com', '55401', PASSWORD]) {
    await page.keyboard.press('End');
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  assert.equal((await heard(page, 'textbox', 'First name'))[0].invalid, 'false');
  await passHumanCheckByKey(page);
  await tabTo(page, page.getByRole('button', { name: 'Create my account' }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/quiz/1');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await getsFocus(page.getByRole('heading', { level: 1 }));

  // A saved answer is announced, and the focus stays.
  await tabTo(page, page.getByRole('textbox', { name: 'Month' }));
  for (const part of ['02', '29', '1988']) {
    await page.keyboard.type(part);
    await page.keyboard.press('Tab');
  }
  await page.getByText('Saved', { exact: true }).waitFor();
  const region = page.getByRole('status').filter({ hasText: /^Saved$/ });
  assert.ok((await region.count()) > 0, 'what is saved is a live region');
  assert.deepEqual(visitor.complaints(), []);
});

test('a customer orders the first box by keyboard, from sign-in to the confirmation', async () => {
  const visitor = await visit(open, desk);
  const { page } = visitor;
  await page.goto('/members/login');
  await page.getByRole('checkbox', { name: /not a robot/i }).waitFor();
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type('ann@example.com');
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(PASSWORD);
  await passHumanCheckByKey(page);
  await tabTo(page, page.getByRole('button', { name: 'Sign In', exact: true }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');

  await page.goto('/members/quiz/delivery');
  const often = page.getByRole('radio', { name: /^Every Month/ });
  await often.waitFor();
  await tabTo(page, often);
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  assert.ok(await page.getByRole('radio', { name: /^Every Other Month/ }).isChecked());

  // A day has its date as its name, and says why it cannot be chosen.
  const sunday = await page.getByRole('button', { name: /^Sunday, / }).last().getAttribute('aria-label');
  const [closed] = await heard(page, 'button', sunday);
  assert.ok(closed.disabled && /Sundays|over/.test(closed.description), JSON.stringify(closed));
  const chosen = page.locator('[role="gridcell"][aria-selected="true"] [role="button"]');
  const [day] = await heard(page, 'button', await chosen.getAttribute('aria-label'));
  assert.match(day.name, /^\w+, \w+ \d+, \d{4}.* selected$/);
  await tabTo(page, chosen);

  await tabTo(page, page.getByRole('button', { name: 'Next' }).last());
  await page.keyboard.press('Enter');
  await page.waitForURL('**/quiz/confirmation');
  await tabTo(page, page.getByRole('link', { name: 'Enter payment details' }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/payment/billing');
  await page.getByLabel('Address line 1').waitFor();
  const typed = { 'Address line 1': '12 Main Street', City: 'Minneapolis', State: 'MN', 'Cell phone': '6125550100', 'Card number': CARD.accepted, Expiration: '1234', CVV: '123' };
  for (const [label, text] of Object.entries(typed)) {
    await tabTo(page, page.getByLabel(label));
    await page.keyboard.type(text);
  }
  await tabTo(page, page.getByRole('button', { name: 'Save and order my box' }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/account/confirmation');
  await getsFocus(page.getByRole('heading', { level: 1 }));
  assert.deepEqual(visitor.complaints(), []);
});

test('a customer hears the step for a code in the right order, and announcements that a code was sent or is wrong', async () => {
  const visitor = await visit(open, desk);
  const { page } = visitor;
  visitor.expect(403, '/api/credit_cards');
  visitor.expect(422, '/api/mfa_resubmissions');
  // A customer who has ordered once.
  await registerByCall(page, 'ada@example.com');
  await answer(page, { ship_by_date: await openDay(page), subscription_type: 'subscription_60_day' });
  await page.goto('/members/payment/billing');
  await fillPayment(page, CARD.accepted);
  await page.getByRole('button', { name: 'Save and order my box' }).click();
  await page.getByRole('link', { name: 'Go to my dashboard' }).click();
  await cancelOrder(page);

  await page.goto('/members/payment/billing');
  await fillCard(page, '5555 5555 5555 4444');
  await page.getByRole('button', { name: 'Save my card' }).click();
  await getsFocus(page.getByText('Confirm it’s you', { exact: true }));
  const step = page.getByRole('region', { name: 'Confirm it’s you' });
  assert.deepEqual(await readOut(page, step), [
    'heading: Confirm it’s you',
    'radiogroup: Where should we send the code?',
    'radio: Email to a…@example.com',
    'radio: Text message to …0100',
    'textbox: Code',
    'status: ',
    'button: REQUEST CODE',
    'status: ',
    'button: CANCEL',
    'status: ',
  ]);
  const announced = await hearAnnouncements(page);

  // Tab goes through the step in the same order.
  const code = step.getByLabel('Code', { exact: true });
  await page.keyboard.press('Tab');
  await getsFocus(step.getByRole('radio', { name: /^Email/ }));
  await page.keyboard.press('Tab');
  await getsFocus(code);
  await page.keyboard.press('Tab');
  await getsFocus(page.getByRole('button', { name: 'Request Code' }));
  await page.keyboard.press('Enter');
  await page.getByText('Code Sent!').waitFor();
  assert.deepEqual([...new Set(await announced())].toSorted(), ['Code Sent!', 'It is on its way to a…@example.com.']);
  await getsFocus(code);

  // After Enter the focus stays in the field, which is not read again, so the message must be announced.
  const right = await newestCode(open.shop);
  const oops = 'Oops! The code entered is incorrect. Please check and try again.';
  await page.keyboard.type(right === '000000' ? '111111' : '000000');
  await page.keyboard.press('Enter');
  await step.getByText(oops).first().waitFor();
  assert.deepEqual(await announced(), [oops]);
  const [wrong] = await heard(page, 'textbox', 'Code');
  assert.deepEqual([wrong.description, wrong.invalid], [oops, 'true']);

  // After the button the focus moves to the field, which is read with its message, so it is not announced again.
  await page.keyboard.press('Backspace');
  await page.keyboard.type(right.endsWith('1') ? '2' : '1');
  assert.deepEqual(await announced(), []);
  await page.keyboard.press('Tab');
  await getsFocus(page.getByRole('button', { name: 'Submit' }));
  await page.keyboard.press('Enter');
  await step.getByText(oops).first().waitFor();
  await getsFocus(code);
  assert.deepEqual(await announced(), []);

  await page.keyboard.press('Control+A');
  await page.keyboard.type(right);
  assert.equal((await heard(page, 'textbox', 'Code'))[0].invalid, 'false');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/account/confirmation');
  await getsFocus(page.getByRole('heading', { level: 1 }));
  assert.deepEqual(visitor.complaints(), []);
});

/** Roles at which a screen reader stops, and those of live regions. */
const STOPS = new Set(['heading', 'radiogroup', 'radio', 'textbox', 'button', 'status', 'alert']);

/** The role and name of each stop inside an element, in reading order. */
async function readOut(page, within) {
  const session = await page.context().newCDPSession(page);
  await within.evaluate((element) => Object.assign(window, { readOut: element }));
  const { result } = await session.send('Runtime.evaluate', { expression: 'window.readOut' });
  const { nodes } = await session.send('Accessibility.queryAXTree', { objectId: result.objectId });
  await session.detach();
  return nodes.filter(({ ignored, role }) => !ignored && STOPS.has(role?.value)).map(({ role, name }) => `${role.value}: ${name?.value ?? ''}`);
}

/** Listens to the page's live regions. The returned function returns what was added to them since its last call. */
async function hearAnnouncements(page) {
  await page.evaluate(() => {
    const regions = '[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]';
    window.announced = [];
    new MutationObserver((changes) => {
      const added = changes.filter(({ type, addedNodes }) => type === 'characterData' || addedNodes.length > 0);
      const changed = new Set(added.map(({ target }) => (target.nodeType === Node.TEXT_NODE ? target.parentElement : target)?.closest(regions)));
      for (const region of changed) if (region) window.announced.push(region.textContent.trim());
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => window.announced.splice(0));
}
