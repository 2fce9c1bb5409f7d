import { screen, waitFor } from '@testing-library/react';
import { box } from '~test/boxes';
import { annWithCard, openPayment, savedCard, sendButton } from '~test/payment';
import { type Answer, type Handlers, holdSession } from '~test/server';
import {
  installStripe,
  refusedByStripe,
  stripeBox,
  stripeField,
  stripeStatus,
  typeStripeCard,
  unreachable,
} from '~test/stripe';

beforeEach(holdSession);

const saves = 'POST /credit_cards';
const confirmation = 'POST /credit_cards/confirmation';
const hosted: Handlers = { 'GET /status': { body: stripeStatus } };
const toConfirm: Answer = {
  status: 402,
  body: { errors: { card_to_confirm: 'Your bank wants you to confirm this card, and it is not confirmed yet.' } },
};
const saved: Answer = { status: 201, body: savedCard };

async function open(handlers: Handlers = {}) {
  const stripe = installStripe();
  const page = await openPayment({ ...hosted, ...handlers });
  await screen.findByRole('group', { name: /^Card number/ });
  await waitFor(() => expect(stripeField('CVV')).toBeVisible());
  return { ...page, stripe };
}

/** A handler that gives these answers in turn. */
const inTurn = (...answers: Answer[]) => {
  const left = [...answers];
  return () => left.shift() ?? {};
};

test('the form sends one payment method and no card number', async () => {
  const { user, to, path, stripe } = await open();
  await typeStripeCard(user);
  await user.dblClick(sendButton());
  await waitFor(() => expect(path()).toBe('/account/confirmation'));
  const bodies = to(saves).map(({ body }) => body);
  expect(bodies).toHaveLength(1);
  expect(bodies[0]).toMatchObject({ payment_method: 'pm_1', cardholder: { name: 'Ann Lee' } });
  expect(bodies[0]).not.toHaveProperty('card_info');
  expect(stripe.made[0]?.billing_details).toMatchObject({
    name: 'Ann Lee',
    phone: '6125550142',
    address: { line1: '118 Nicollet Mall', postal_code: '55401' },
  });
});

test('the button is disabled until the card is complete', async () => {
  const { user } = await open();
  expect(sendButton()).toHaveAttribute('aria-disabled', 'true');
  await typeStripeCard(user);
  await waitFor(() => expect(sendButton()).not.toHaveAttribute('aria-disabled', 'true'));
});

test('if Stripe refuses to make a payment method, the field says why', async () => {
  const { user, to } = await open();
  await typeStripeCard(user, refusedByStripe);
  await user.click(sendButton());
  await waitFor(() =>
    expect(stripeBox('Card number')).toHaveAccessibleDescription('Your card was declined. Please try another card.'),
  );
  expect(to(saves)).toHaveLength(0);
});

test('if Stripe cannot be reached, the form says so and can be sent again', async () => {
  const { user, to } = await open();
  await typeStripeCard(user, unreachable);
  await user.click(sendButton());
  expect(await screen.findByRole('alert')).toHaveTextContent('The payment service is not responding.');
  expect(to(saves)).toHaveLength(0);
});

test('a declined card keeps everything except the security code, and becomes a new payment method', async () => {
  const declined: Answer = { status: 402, body: { errors: { card_declined: 'Your card was declined.' } } };
  const { user, to, path } = await open({ [saves]: inTurn(declined, saved) });
  await typeStripeCard(user);
  await user.click(sendButton());
  await waitFor(() => expect(stripeBox('Card number')).toHaveAccessibleDescription('Your card was declined.'));
  expect(stripeBox('CVV')).not.toHaveAccessibleDescription(/Required/);
  expect(stripeField('Card number')).toHaveValue('4242 4242 4242 4242');
  expect(stripeField('CVV')).toHaveValue('');
  await user.type(stripeField('CVV'), '321');
  await user.click(sendButton());
  await waitFor(() => expect(path()).toBe('/account/confirmation'));
  expect(to(saves).map(({ body }) => body)).toMatchObject([{ payment_method: 'pm_1' }, { payment_method: 'pm_2' }]);
});

describe('a card that the bank wants confirmed', () => {
  const secret: Answer = { body: { client_secret: 'seti_1_secret_2' } };

  test('is confirmed in the bank’s window, and the same card is saved', async () => {
    const { user, to, path, stripe } = await open({ [saves]: inTurn(toConfirm, saved), [confirmation]: secret });
    await typeStripeCard(user);
    await user.click(sendButton());
    await waitFor(() => expect(path()).toBe('/account/confirmation'));
    expect(stripe.asked).toEqual(['seti_1']);
    expect(to(saves).map(({ body }) => body)).toMatchObject([{ payment_method: 'pm_1' }, { payment_method: 'pm_1' }]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('is not saved without the confirmation, says so, and can be sent again unchanged', async () => {
    const { user, to, path, stripe } = await open({
      [saves]: inTurn(toConfirm, toConfirm, saved),
      [confirmation]: secret,
    });
    stripe.bank = () => 'closed';
    await typeStripeCard(user);
    await user.click(sendButton());
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Your bank wants you to confirm this card/);
    expect(to(saves)).toHaveLength(1);
    expect(stripeField('CVV')).toHaveValue('123');
    stripe.bank = () => 'confirmed';
    await user.click(sendButton());
    await waitFor(() => expect(path()).toBe('/account/confirmation'));
    expect(to(saves).map(({ body }) => (body as { payment_method: string }).payment_method)).toEqual([
      'pm_1',
      'pm_1',
      'pm_1',
    ]);
  });

  test('says so if the gateway cannot be asked', async () => {
    const silent = { errors: { gateway_unavailable: 'The payment service is not responding.' } };
    const { user } = await open({ [saves]: toConfirm, [confirmation]: { status: 503, body: silent } });
    await typeStripeCard(user);
    await user.click(sendButton());
    expect(await screen.findByRole('alert')).toHaveTextContent('The payment service is not responding.');
  });

  const afterCode = (handlers: Handlers) =>
    open({
      'GET /account': { body: { ...annWithCard, first_timer: false } },
      'GET /orders': { body: { orders: [box({ status: 'completed' })] } },
      'POST /mfa_resubmissions': toConfirm,
      [confirmation]: secret,
      ...handlers,
    });
  const needsCode: Answer = { status: 403, body: { errors: { mfa_required: 'mfa error' } } };

  test('is confirmed after a code in the bank’s window, and sent again without another code', async () => {
    const { user, to, path, stripe } = await afterCode({ [saves]: inTurn(needsCode, saved) });
    await typeStripeCard(user);
    await user.click(sendButton());
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
    await waitFor(() => expect(path()).toBe('/account/confirmation'));
    expect(stripe.asked).toEqual(['seti_1']);
    expect(to(saves).map(({ body }) => body)).toMatchObject([{ payment_method: 'pm_1' }, { payment_method: 'pm_1' }]);
  });

  test('leads back to an empty form if it is refused in the bank’s window after a code', async () => {
    const { user, to, stripe } = await afterCode({ [saves]: inTurn(needsCode) });
    stripe.bank = () => 'refused';
    await typeStripeCard(user);
    await user.click(sendButton());
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Your bank wants you to confirm this card/);
    await waitFor(() => expect(stripeField('Card number')).toHaveValue(''));
    expect(to(saves)).toHaveLength(1);
  });
});
