import { screen, waitFor, within } from '@testing-library/react';
import { planPickup } from '~/api/delivery/plannedPickup';
import { brand, consentCurrent } from '~/core';
import { annAtHome, chosen, dateNight, openPayment, sendButton, typeCard } from '~test/payment';
import { answered, questionnaireOf } from '~test/quiz';
import { holdSession } from '~test/server';

// What the customer reviews before paying: what it costs, what they agree to, each choice, and the way back.

beforeEach(holdSession);

const summary = () => screen.getByRole('complementary', { name: 'What you order' });
const change = (what: string) => within(summary()).findByRole('link', { name: `Change ${what}` });
const line1 = () => screen.findByLabelText(/^Address line 1/);
const next = async () => {
  const [button] = (await screen.findAllByRole('button', { name: 'Next' })).filter(
    (candidate) => !candidate.closest('.calendar'),
  );
  if (!button) throw new Error('The step has no Next.');
  return button;
};
const picksUp = {
  ...answered,
  delivery_style: 'I will pick it up',
  preferred_store: 'Minnesota - Edina Galleria',
  ship_by_date: '2026-11-24',
  wants_shoes: false,
};
const openPickup = (more: object = {}) =>
  openPayment({
    'GET /questionnaire': { body: questionnaireOf({ ...picksUp, ...more }) },
    'PATCH /account': { body: annAtHome },
  });

test('the fee and when it is charged come first, and again last in the summary', async () => {
  await openPayment();
  expect(
    await screen.findByText(
      'The styling fee is $1.00. It is charged when your box is styled, and taken off the price of whatever you keep.',
    ),
  ).toBeVisible();
  const names = within(summary()).getAllByRole('term');
  // The general costs of a box are folded below it.
  const [, , , last] = names.map(({ textContent }) => textContent);
  expect(last).toBe('Styling fee');
});

test('the consent links to the terms in a new tab, so that the card stays in the form', async () => {
  await openPayment();
  const terms = screen.getByRole('link', { name: 'Read the terms (opens in a new tab)' });
  expect(terms.closest('p')).toHaveTextContent(consentCurrent().text);
  expect(terms).toHaveAttribute('href', brand().links.terms);
  expect(terms).toHaveAttribute('target', '_blank');
});

describe('Change', () => {
  test.each([
    ['of the day', 'the day'],
    ['of how often boxes come', 'how often boxes come'],
  ])('%s leads to the delivery step and back, and what was typed stays except for the card', async (_line, what) => {
    const { user, path } = await openPayment({
      'PATCH /style_profiles/profile-1': { body: { responses: chosen, stats: {} } },
    });
    await user.type(await line1(), ' 7');
    const typed = ((await line1()) as HTMLInputElement).value;
    await typeCard(user);
    await user.click(await change(what));
    await waitFor(() => expect(path()).toBe('/quiz/delivery'));
    await user.click(await next());
    await waitFor(() => expect(path()).toBe('/payment/billing'));
    expect(await line1()).toHaveValue(typed);
    expect(screen.getByLabelText(/^Card number/)).toHaveValue('');
  });

  test('of the store leads back with Back too', async () => {
    planPickup(false);
    const { user, path } = await openPickup();
    await user.click(await change('the store'));
    await waitFor(() => expect(path()).toBe('/quiz/delivery'));
    await user.click(await screen.findByRole('button', { name: 'Back' }));
    await waitFor(() => expect(path()).toBe('/payment/billing'));
    expect(summary()).toHaveTextContent('Edina Galleria');
  });

  test('of the discount opens the field for a code', async () => {
    const { user } = await openPayment();
    expect(screen.getByLabelText('Discount code')).not.toBeVisible();
    await user.click(within(summary()).getByRole('button', { name: 'Change the discount' }));
    expect(screen.getByLabelText('Discount code')).toBeVisible();
    expect(screen.getByLabelText('Discount code')).toHaveFocus();
  });

  test('of a theme box leads back too', async () => {
    sessionStorage.setItem('stylebox.selectedThemebox', dateNight.theme);
    const { user, path } = await openPayment({
      'PATCH /style_profiles/current': { body: { responses: chosen, stats: {} } },
    });
    await user.click(await within(summary()).findByRole('link', { name: 'Choose another' }));
    await waitFor(() => expect(path()).toBe('/theme/box'));
    await user.click(await screen.findByRole('radio', { name: /^Date Night/ }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(path()).toBe('/payment/billing'));
  });
});

test('the only open step leads back once it is answered', async () => {
  const { user, path } = await openPayment({
    'GET /questionnaire': { body: questionnaireOf(answered) },
    'PATCH /style_profiles/profile-1': { body: { responses: chosen, stats: {} } },
  });
  await user.click(await screen.findByRole('link', { name: 'How often, and when first?' }));
  await waitFor(() => expect(path()).toBe('/quiz/delivery'));
  await user.click(await screen.findByRole('radio', { name: /Every other month/i }));
  await user.click(await next());
  await waitFor(() => expect(path()).toBe('/payment/billing'));
});

describe('Back', () => {
  test('of a shipped box leads to the page before the payment', async () => {
    const { user, path } = await openPayment();
    await user.click(screen.getByRole('link', { name: 'Back' }));
    await waitFor(() => expect(path()).toBe('/quiz/confirmation'));
  });

  test.each([
    ['without shoes leads to store and day', false, '/quiz/delivery'],
    ['with shoes leads to their questions', true, '/quiz/14'],
  ])('of a pick-up %s', async (_kind, shoes, to) => {
    const { user, path } = await openPickup({ wants_shoes: shoes });
    await waitFor(() => expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', `/members${to}`));
    await user.click(screen.getByRole('link', { name: 'Back' }));
    await waitFor(() => expect(path()).toBe(to));
  });
});

describe('a pick-up', () => {
  test.each([
    ['that is planned before registering', () => planPickup(false), {}],
    ['that is planned in a store', () => planPickup(true), {}],
    ['that is chosen in the delivery step', () => undefined, { delivery_style: 'I will pick it up' }],
  ])('%s asks for the billing address and a phone, not for a shipping address', async (_kind, plan, more) => {
    plan();
    const { delivery_style: _chosen, ...planned } = picksUp;
    const { user, to } = await openPayment({
      'GET /questionnaire': { body: questionnaireOf({ ...planned, ...more }) },
      'PATCH /account': { body: annAtHome },
    });
    const address = within(await screen.findByRole('region', { name: 'Billing address' }));
    expect(address.getByLabelText(/^Cell phone/)).toBeRequired();
    expect(address.getByLabelText(/^Address line 1/)).toHaveAttribute('autocomplete', 'billing address-line1');
    expect(screen.queryByText('Where it goes')).toBeNull();
    expect(screen.queryByRole('checkbox', { name: /same as my shipping address/ })).toBeNull();
    await typeCard(user);
    await user.click(sendButton());
    await waitFor(() => expect(to('POST /credit_cards')).toHaveLength(1));
    expect(to('POST /credit_cards')[0]?.body).toMatchObject({
      cardholder: { street_address1: '118 Nicollet Mall', phone: '6125550142' },
      options: { same_as_shipping: true, shipping_address: { line_1: '118 Nicollet Mall', phone: '6125550142' } },
    });
  });

  test('of a customer who had typed two addresses has one', async () => {
    sessionStorage.setItem('stylebox.draft.payment', JSON.stringify({ same_as_shipping: false }));
    const { user, to } = await openPickup();
    await screen.findByRole('region', { name: 'Billing address' });
    expect(screen.getAllByLabelText(/^Address line 1/)).toHaveLength(1);
    await typeCard(user);
    await user.click(sendButton());
    await waitFor(() => expect(to('POST /credit_cards')).toHaveLength(1));
  });
});
