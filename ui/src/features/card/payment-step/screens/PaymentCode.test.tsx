import { screen, waitFor } from '@testing-library/react';
import { messagesText } from '~/core';
import { box } from '~test/boxes';
import { annWithCard, openPayment, sendButton, typeCard } from '~test/payment';
import { type Handlers, holdSession } from '~test/server';

beforeEach(holdSession);

const needsCode = { status: 403, body: { errors: { mfa_required: 'mfa error' } } };

/** A customer who has had an order: a new card waits for a code. */
const openWaiting = (handlers: Handlers = {}) =>
  openPayment({
    'GET /account': { body: { ...annWithCard, first_timer: false } },
    'GET /orders': { body: { orders: [box({ status: 'completed' })] } },
    'POST /credit_cards': needsCode,
    'POST /mfa_requests': { status: 204 },
    ...handlers,
  });

async function saveCard({ user }: Awaited<ReturnType<typeof openPayment>>) {
  await screen.findByLabelText(/^Card number/);
  await typeCard(user);
  await user.click(sendButton());
  await screen.findByRole('heading', { name: 'Confirm it’s you' });
}

test('a customer who has ordered saves only a card', async () => {
  await openWaiting();
  expect(await screen.findByRole('button', { name: 'Save my card' })).toBeVisible();
  expect(screen.queryByRole('complementary', { name: 'What you order' })).toBeNull();
  expect(screen.queryByLabelText('Discount code')).toBeNull();
});

test('a card that needs a code is saved after it, and the customer goes on', async () => {
  const page = await openWaiting({ 'POST /mfa_resubmissions': { body: { data: annWithCard } } });
  const { user, to, path } = page;
  await saveCard(page);
  expect(screen.getByText(/Your new card is waiting/)).toBeVisible();
  expect(document.body).not.toHaveTextContent(/mfa error/i);
  await user.click(screen.getByRole('button', { name: 'Request Code' }));
  await user.type(screen.getByLabelText('Code'), '123456');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(path()).toBe('/account/confirmation'));
  expect(await screen.findByText('Your card is saved.')).toBeVisible();
  expect(to('POST /credit_cards')).toHaveLength(1);
});

test('the confirmation of a card does not thank for a box that is under way', async () => {
  const page = await openWaiting({
    'GET /orders': { body: { orders: [box({ status: 'created' })] } },
    'POST /mfa_resubmissions': { body: { data: annWithCard } },
  });
  await saveCard(page);
  await page.user.type(screen.getByLabelText('Code'), '123456{Enter}');
  expect(await screen.findByText('Your card is saved.')).toBeVisible();
  expect(screen.queryByText(/on its way to being styled/)).toBeNull();
  expect(screen.queryByText('Arrives on')).toBeNull();
});

test('after Cancel the form has what was typed, except for the card', async () => {
  const page = await openWaiting();
  const { user } = page;
  await screen.findByLabelText(/^Card number/);
  await user.clear(screen.getByLabelText(/^Address line 1/));
  await user.type(screen.getByLabelText(/^Address line 1/), '12 Main Street');
  await saveCard(page);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(screen.getByLabelText(/^Address line 1/)).toHaveValue('12 Main Street');
  for (const label of [/^Card number/, /^Expiration/, /^CVV/]) expect(screen.getByLabelText(label)).toHaveValue('');
});

test('a session that has ended when a code is requested leads to sign-in, without another message', async () => {
  const page = await openWaiting({ 'POST /mfa_requests': { status: 401, body: null } });
  const { user, path } = page;
  await saveCard(page);
  await user.click(screen.getByRole('button', { name: 'Request Code' }));
  await waitFor(() => expect(path()).toBe('/login'));
  expect(document.body).not.toHaveTextContent(/Something went wrong!|Not authorized/);
});

test('the form shows that the bank refused the card after the code', async () => {
  const declined = { card_declined: 'Your card was declined. Please try another card.' };
  const page = await openWaiting({ 'POST /mfa_resubmissions': { status: 402, body: { errors: declined } } });
  const { user } = page;
  await saveCard(page);
  await user.type(screen.getByLabelText('Code'), '123456{Enter}');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(declined.card_declined);
  // The whole card was removed, not only the security code.
  expect(alert).toHaveTextContent(messagesText('card_again'));
  expect(alert).not.toHaveTextContent('CVV');
  expect(screen.getByLabelText(/^Card number/)).toHaveValue('');
});

test('if the session ends at the code, only the card and the code are lost', async () => {
  const page = await openWaiting({ 'POST /mfa_resubmissions': { status: 401, body: null } });
  const { user, path } = page;
  await screen.findByLabelText(/^Card number/);
  await user.clear(screen.getByLabelText(/^Address line 1/));
  await user.type(screen.getByLabelText(/^Address line 1/), '12 Main Street');
  await saveCard(page);
  await user.type(screen.getByLabelText('Code'), '135791{Enter}');
  await waitFor(() => expect(path()).toBe('/login'));
  const kept = JSON.stringify({ ...sessionStorage, ...localStorage });
  expect(kept).toContain('12 Main Street');
  for (const secret of ['4242', '135791', '12/30']) expect(kept).not.toContain(secret);
});
