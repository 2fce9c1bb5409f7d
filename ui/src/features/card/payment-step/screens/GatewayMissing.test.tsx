import { act, screen, waitFor } from '@testing-library/react';
import { openPayment, sendButton } from '~test/payment';
import { holdSession } from '~test/server';
import { installStripe, stripeField, stripeStatus } from '~test/stripe';

beforeEach(holdSession);

const script = () => document.querySelector('script[src^="https://js.stripe.com/"]');

/** Lets the script fail to load, and the second try of Stripe's loader too. */
async function failTwice() {
  for (let tries = 0; tries < 2; tries += 1) {
    const failing = await waitFor(() => script() ?? Promise.reject(new Error('There is no script.')));
    await act(async () => failing.dispatchEvent(new Event('error')));
  }
}

test('the fields keep their space while Stripe’s script loads; if it fails, the form says so and can load it again', async () => {
  const { user } = await openPayment({ 'GET /status': { body: stripeStatus } });
  expect(await screen.findByRole('group', { name: 'Card number' })).toBeVisible();
  expect(screen.getByRole('group', { name: 'CVV' })).toBeEmptyDOMElement();
  expect(screen.getByText('Loading the fields for your card')).toBeInTheDocument();
  expect(sendButton()).toHaveAttribute('aria-disabled', 'true');
  await failTwice();
  expect(await screen.findByRole('alert')).toHaveTextContent('The payment service is not responding.');

  await user.click(screen.getByRole('button', { name: 'Try again' }));
  installStripe();
  await act(async () => script()?.dispatchEvent(new Event('load')));
  await waitFor(() => expect(stripeField('Card number')).toBeVisible());
  expect(screen.queryByRole('alert')).toBeNull();
});
