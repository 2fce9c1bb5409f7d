import { screen, waitFor } from '@testing-library/react';
import { typedCard } from '~/components/card/typedCard';
import { hostedCard, refusedByGateway } from '~test/hostedCard';
import { openPayment, sendButton, typeCard } from '~test/payment';
import { holdSession, statusOf } from '~test/server';

beforeEach(holdSession);

/** A server that takes cards from the gateway’s own fields. */
const hosted = { 'GET /status': { body: statusOf({ card_entry: 'payment_method' }) } };
const kinds = { typed: typedCard, payment_method: hostedCard };

test('a page without the gateway’s own fields asks for no card', async () => {
  await openPayment(hosted);
  expect(screen.getByText('The payment service does not answer. Please try again in a moment.')).toBeVisible();
  expect(screen.queryByLabelText(/^Card number/)).toBeNull();
  expect(sendButton()).toHaveAttribute('aria-disabled', 'true');
});

test('the gateway’s own fields send a payment method and no number', async () => {
  const { user, to, path } = await openPayment(hosted, kinds);
  await typeCard(user);
  await user.dblClick(sendButton());
  await waitFor(() => expect(path()).toBe('/account/confirmation'));
  const bodies = to('POST /credit_cards').map(({ body }) => body);
  expect(bodies).toHaveLength(1);
  expect(bodies[0]).toMatchObject({ payment_method: 'pm_1', cardholder: { name: 'Ann Lee' } });
  expect(bodies[0]).not.toHaveProperty('card_info');
});

test('if the gateway makes no payment method, its message stands at the field', async () => {
  const { user, to } = await openPayment(hosted, kinds);
  await typeCard(user, refusedByGateway);
  await user.click(sendButton());
  await waitFor(() =>
    expect(screen.getByLabelText(/^Card number/)).toHaveAccessibleDescription('Your card was declined.'),
  );
  expect(to('POST /credit_cards')).toHaveLength(0);
});
