import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { NewCard } from '~/api/schema.gen';
import { messagesText } from '~/core';
import { ann } from '~test/accounts';
import { enter } from '~test/enter';
import { openPage } from '~test/openPage';
import { openPayment, savedCard } from '~test/payment';
import { answered, questionnaireOf } from '~test/quiz';
import { type Handlers, holdSession, serve } from '~test/server';

const saved = { status: 201, body: savedCard };
const send = /order my box/;

beforeEach(holdSession);

/** Opens the form for a customer without a known address; `answer` is the answer to saving the card. */
const openForm = (answer: Handlers[string] = saved, handlers: Handlers = {}) =>
  openPayment({ 'GET /account': { body: ann }, 'POST /credit_cards': answer, ...handlers });

async function fill(user: UserEvent, number = '4242424242424242', put = enter) {
  await put(user, screen.getByLabelText(/^Address line 1/), '118 Nicollet Mall');
  await put(user, screen.getByLabelText(/^City/), 'Minneapolis');
  await put(user, screen.getByLabelText(/^State/), 'MN');
  await user.clear(screen.getByLabelText(/^ZIP code/));
  await put(user, screen.getByLabelText(/^ZIP code/), '554011234');
  await put(user, screen.getByLabelText(/^Cell phone/), '6125550100');
  await put(user, screen.getByLabelText(/^Card number/), number);
  await put(user, screen.getByLabelText(/^Expiration/), '1230');
  await put(user, screen.getByLabelText(/^CVV/), '123');
}

test('digits are formatted while typing, and the card’s brand is shown', async () => {
  const { user } = await openForm();
  await fill(user, undefined, (_user, field, text) => user.type(field, text));
  expect(screen.getByLabelText(/^ZIP code/)).toHaveValue('55401-1234');
  expect(screen.getByLabelText(/^Cell phone/)).toHaveValue('(612) 555-0100');
  expect(screen.getByLabelText(/^Card number/)).toHaveValue('4242-4242-4242-4242');
  expect(screen.getByLabelText(/^Expiration/)).toHaveValue('12/30');
  expect(screen.getByText('Visa')).toBeVisible();
});

test('the form shows the consent, and that debit cards are not accepted', async () => {
  await openForm();
  expect(screen.getByText(/I agree that my card is charged/)).toBeVisible();
  expect(screen.getByText(/debit cards are not accepted/)).toBeVisible();
});

test.each([
  [/^Card number/, '4242424242424241', 'Credit Card number is invalid'],
  [/^Card number/, '4242', 'Please enter a valid card number'],
  [/^Expiration/, '1330', 'Invalid Expiration Month'],
  [/^Expiration/, '1026', 'Invalid expiration date.'],
  [/^CVV/, '12', 'Please enter a valid CVV'],
  [/^State/, 'XX', 'Invalid state'],
  [/^Address line 2/, 'www.example.com', 'Please remove links and line breaks.'],
  [/^Cell phone/, '612', 'Please enter a valid Cell Phone Number'],
])('%s with %s says on blur: %s', async (label, text, message) => {
  const { user } = await openForm();
  await user.type(screen.getByLabelText(label), text);
  expect(screen.queryByText(message)).toBeNull();
  await user.tab();
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText(label)).toBeInvalid();
});

test('an empty form sends nothing and lists what is missing', async () => {
  const { user, to } = await openForm();
  await user.click(screen.getByRole('button', { name: send }));
  const summary = await screen.findByRole('group', { name: /things to fix/ });
  expect(summary).toHaveFocus();
  expect(within(summary).getByText('State: State is required')).toBeVisible();
  expect(within(summary).getByText('Expiration: Expiration date is required')).toBeVisible();
  expect(to('POST /credit_cards')).toHaveLength(0);
});

test('with the same address, the billing address is the shipping address', async () => {
  const { user, to, path } = await openForm();
  await fill(user);
  await user.click(screen.getByRole('button', { name: send }));
  await waitFor(() => expect(path()).toBe('/account/confirmation'));
  expect(to('POST /credit_cards')[0]?.body).toEqual({
    cardholder: {
      name: 'Ann Lee',
      street_address1: '118 Nicollet Mall',
      street_address2: '',
      city: 'Minneapolis',
      state: 'MN',
      zip_code: '55401-1234',
      phone: '6125550100',
    },
    card_info: { credit_card_number: '4242424242424242', expiration: '1230', cvv: '123' },
    options: {
      shipping_address: {
        line_1: '118 Nicollet Mall',
        line_2: '',
        city: 'Minneapolis',
        state: 'MN',
        postal_code: '55401-1234',
        phone: '6125550100',
      },
      same_as_shipping: true,
      consent_version: '2026-11',
    },
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Thank you!' })).toBeVisible();
  // What was ordered, where it goes, and what is charged.
  const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling;
  await waitFor(() => expect(fact('Order')).toHaveTextContent(/^SB-1$/));
  expect(fact('Goes to')).toHaveTextContent('118 Nicollet Mall');
  expect(fact('Next charge')).not.toBeEmptyDOMElement();
  expect(kept()).not.toContain('118 Nicollet Mall');
});

test('another billing address is asked for and required', async () => {
  const { user, to } = await openForm();
  await fill(user);
  expect(screen.queryByLabelText(/^Billing city/)).toBeNull();
  await user.click(screen.getByLabelText(/billing address is the same/));
  await user.click(screen.getByRole('button', { name: send }));
  const summary = await screen.findByRole('group', { name: '5 things to fix' });
  expect(within(summary).getByText('Billing city: Required')).toBeVisible();
  expect(to('POST /credit_cards')).toHaveLength(0);
});

test.each([
  ['autumn-guide', 'autumn-guide'],
  ['www.example.com', undefined],
  ['x'.repeat(101), undefined],
])(
  'a blog interest from the link (%s) is sent only if core accepts it, because the customer cannot correct it',
  async (blog, sent) => {
    sessionStorage.setItem('stylebox.blog', blog);
    const { user, to, path } = await openForm();
    await fill(user);
    await user.click(screen.getByRole('button', { name: send }));
    await waitFor(() => expect(path()).toBe('/account/confirmation'));
    expect(to('POST /credit_cards').map(({ body }) => (body as NewCard).options.blog_interest)).toEqual([sent]);
  },
);

test('a double click sends once', async () => {
  const { user, to, path } = await openForm();
  await fill(user);
  await user.dblClick(screen.getByRole('button', { name: send }));
  await waitFor(() => expect(path()).toBe('/account/confirmation'));
  expect(to('POST /credit_cards')).toHaveLength(1);
});

describe.each([
  [402, 'card_declined', 'Your card was declined. Please try another card.'],
  [422, 'debit_card', 'We do not accept debit cards.'],
  [422, 'credit_card_number_invalid', 'Credit card number is invalid'],
])('a card that is refused with %s, %s', (status, code, message) => {
  const refusal = { status, body: { errors: { [code]: message } } };
  const number = () => screen.getByLabelText(/^Card number/);
  const cvv = () => screen.getByLabelText(/^CVV/);

  test('marks its number and not the CVV, shows the message once in place, and can be sent again', async () => {
    let answer: object = refusal;
    const { user, to, path } = await openForm(() => answer);
    await fill(user);
    // The CVV has the focus when the form is sent, and is emptied.
    await user.keyboard('{Enter}');
    const summary = await screen.findByRole('group', { name: 'One thing to fix' });
    expect(summary).toHaveFocus();
    expect(summary).toHaveTextContent(`Card number: ${message}`);
    expect(summary).toHaveTextContent(messagesText('nothing_charged'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(number()).toBeInvalid();
    expect(number()).toHaveAccessibleDescription(message);
    expect(number()).toHaveValue('4242-4242-4242-4242');
    expect(cvv()).toHaveValue('');
    expect(cvv()).toBeValid();
    // The CVV is not marked either if the customer only visits it.
    await user.click(cvv());
    await user.tab();
    expect(cvv()).toBeValid();
    expect(kept()).not.toContain('4242');

    answer = saved;
    await user.type(cvv(), '123');
    expect(number()).toHaveAccessibleDescription(message);
    await user.click(screen.getByRole('button', { name: send }));
    await waitFor(() => expect(path()).toBe('/account/confirmation'));
    expect(to('POST /credit_cards')).toHaveLength(2);
  });

  test('is no longer marked once another number is typed; an empty CVV is marked when the form is sent', async () => {
    const { user, to } = await openForm(refusal);
    await fill(user);
    await user.click(screen.getByRole('button', { name: send }));
    await waitFor(() => expect(number()).toBeInvalid());
    await user.clear(number());
    await user.type(number(), '5555555555554444');
    expect(number()).not.toHaveAccessibleDescription(message);
    await user.click(screen.getByRole('button', { name: send }));
    await waitFor(() => expect(cvv()).toBeInvalid());
    expect(to('POST /credit_cards')).toHaveLength(1);
  });
});

test.each([
  [409, { consent_outdated: 'The terms beside your card have changed.' }, 'The terms beside your card have changed.'],
  [503, { gateway_unavailable: 'The payment service is not responding.' }, 'The payment service is not responding.'],
])('a form that is refused with %s can be sent again; only the CVV is cleared', async (status, errors, message) => {
  let answer: object = { status, body: { errors } };
  const { user, to, path } = await openForm(() => answer);
  await fill(user);
  await user.click(screen.getByRole('button', { name: send }));
  const refusal = await screen.findByRole('alert');
  expect(refusal).toHaveTextContent(message);
  // The message gets the focus, because on a phone the button is far below it.
  expect(refusal.parentElement).toHaveFocus();
  expect(screen.getByLabelText(/^Card number/)).toHaveValue('4242-4242-4242-4242');
  expect(screen.getByLabelText(/^Address line 1/)).toHaveValue('118 Nicollet Mall');
  expect(screen.getByLabelText(/^CVV/)).toHaveValue('');
  expect(kept()).not.toContain('4242');

  answer = saved;
  await user.type(screen.getByLabelText(/^CVV/), '123');
  await user.click(screen.getByRole('button', { name: send }));
  await waitFor(() => expect(path()).toBe('/account/confirmation'));
  expect(to('POST /credit_cards')).toHaveLength(2);
});

test('a date that is no longer open leads back to the calendar', async () => {
  const message = 'This day is a holiday. Please choose another day.';
  const { user } = await openForm({
    status: 422,
    body: {
      errors: { form_invalid: 'x' },
      issues: [{ field: 'ship_by_date', code: 'holiday', message }],
    },
  });
  await fill(user);
  await user.click(screen.getByRole('button', { name: send }));
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(screen.getByRole('link', { name: 'Choose another day' })).toHaveAttribute('href', '/members/quiz/delivery');
});

test('the terms lead to the form', async () => {
  serve({ 'GET /account': { body: ann } });
  const { user, path } = openPage('/payment/shipping');
  expect(await screen.findByText('$1')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Enter Shipping Details' }));
  await waitFor(() => expect(path()).toBe('/payment/billing'));
});

test('the terms of a pick-up mention no shipping address', async () => {
  serve({ 'GET /account': { body: { ...ann, dressing_room_to_go_signup: true } } });
  openPage('/payment/shipping');
  expect(await screen.findByText(/^Tell us your billing address and how you pay\./)).toBeVisible();
  expect(screen.queryByText(/where it goes|at your door/i)).toBeNull();
  expect(screen.getByRole('link', { name: 'Enter Payment Details' })).toHaveAttribute(
    'href',
    '/members/payment/billing',
  );
});

test('the address survives the end of the session; the card must be typed again', async () => {
  const ended = { status: 401, body: { errors: { not_signed_in: 'Please sign in.' } } };
  const { user, path } = await openForm(ended, { 'POST /sessions': { body: ann } });
  await fill(user);
  await user.click(screen.getByRole('button', { name: send }));
  await waitFor(() => expect(path()).toBe('/login'));
  expect(kept()).toContain('118 Nicollet Mall');
  for (const secret of ['4242', '12/30', '"123"']) expect(kept()).not.toContain(secret);

  await signIn(user);
  await waitFor(() => expect(path()).toBe('/payment/billing'));
  expect(await screen.findByLabelText(/^Address line 1/)).toHaveValue('118 Nicollet Mall');
  expect(screen.getByLabelText(/^Cell phone/)).toHaveValue('(612) 555-0100');
  expect(screen.getByLabelText(/^Card number/)).toHaveValue('');
});

test('what was typed is forgotten when the customer signs out', async () => {
  const { user, path } = await openForm(saved, { 'DELETE /sessions': { status: 204 } });
  await user.type(screen.getByLabelText(/^Address line 1/), '118 Nicollet Mall');
  expect(kept()).toContain('118 Nicollet Mall');
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(path()).toBe('/login'));
  await waitFor(() => expect(kept()).not.toContain('118 Nicollet Mall'));
});

test('what one customer typed is not shown to the next who signs in', async () => {
  const ended = { status: 401, body: null };
  const { user, path } = await openForm(ended, { 'POST /sessions': { body: { ...ann, id: 'somebody-else' } } });
  await fill(user);
  await user.click(screen.getByRole('button', { name: send }));
  await waitFor(() => expect(path()).toBe('/login'));
  await signIn(user);
  await waitFor(() => expect(path()).toBe('/payment/billing'));
  expect(await screen.findByLabelText(/^Address line 1/)).toHaveValue('');
});

test('skipped steps are listed', async () => {
  await openForm(saved, { 'GET /questionnaire': { body: questionnaireOf(answered) } });
  expect(await screen.findByRole('link', { name: 'How often, and when first?' })).toBeVisible();
});

/** Everything in the browser's storage, as text. */
const kept = () => JSON.stringify({ ...sessionStorage, ...localStorage });

async function signIn(user: UserEvent) {
  await user.type(await screen.findByLabelText('Email'), 'ann@example.com');
  await user.type(screen.getByLabelText('Password'), 'Stylebox#2026');
  await user.click(await screen.findByRole('checkbox', { name: /not a robot/ }));
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
}
