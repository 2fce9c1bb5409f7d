import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '~/api/errors';
import { ErrorSummary } from '~/components/form/ErrorSummary';
import { useCoreForm } from '~/components/form/useCoreForm';
import { cardChangeBillingValidate } from '~/core';
import { holdSession, serve } from '~test/server';
import { installStripe, refusedByStripe, stripeBox, stripeField, typeStripeCard, unreachable } from '~test/stripe';
import {
  type CardChanges,
  type CardRules,
  CardNotMade,
  type EnteredCard,
  type SentCard,
  untouchedCard,
} from '~/components/card/enteredCard';
import { CardEntry } from '~/components/card/CardEntry';
import { loadStripeCard } from './stripeCard';

const holder = {
  name: 'Ann Lee',
  street_address1: '118 Nicollet Mall',
  street_address2: '',
  city: 'Minneapolis',
  state: 'MN',
  zip_code: '55401',
  phone: '6125550100',
};

interface Values {
  cardholder: typeof holder;
  card_info: CardChanges;
}

const labels = {
  'card_info.credit_card_number': 'Card number',
  'card_info.expiration': 'Expiration',
  'card_info.cvv': 'CVV',
};

const rulesOf = (changesCard: boolean): CardRules<Values> => ({
  typed: () => [],
  withoutCard: ({ cardholder }) => cardChangeBillingValidate({ cardholder }),
  changesCard,
});

interface Seen {
  values: Values[];
  sent: SentCard[];
  errors: unknown[];
}

function Form({ card, seen, changesCard }: { card: EnteredCard; seen: Seen; changesCard: boolean }) {
  const form = useCoreForm<Values>({
    defaultValues: { cardholder: holder, card_info: untouchedCard },
    validate: (values) => card.validate(rulesOf(changesCard), values),
    labels,
    refusals: (error) => (error instanceof CardNotMade ? error.issues : []),
    onSubmit: async ({ cardholder }) => {
      try {
        seen.sent.push(await card.send(cardholder));
      } catch (error) {
        seen.errors.push(error);
        throw error;
      }
    },
  });
  seen.values.push(form.values, form.form.getValues());
  return (
    <form onSubmit={form.submit} noValidate>
      <ErrorSummary {...form.summary} />
      <CardEntry card={card} holder={form.field('cardholder.name')} bind={form.counted} />
      <button type="submit" aria-disabled={!form.valid}>
        Save
      </button>
    </form>
  );
}

beforeEach(holdSession);

async function open({ changesCard = false } = {}) {
  const stripe = installStripe();
  const card = (await loadStripeCard({ publishable_key: 'pk_test_1' }))();
  const seen: Seen = { values: [], sent: [], errors: [] };
  const user = userEvent.setup();
  render(<Form card={card} seen={seen} changesCard={changesCard} />);
  return { stripe, card, seen, user };
}

const save = () => screen.getByRole('button', { name: 'Save' });

test('each field has our label and hint, and a press on the label focuses it', async () => {
  const { user } = await open();
  expect(stripeBox('Card number')).toHaveAccessibleName('Card number');
  expect(stripeBox('Expiration')).toHaveAccessibleDescription(/^Month and year/);
  expect(stripeBox('CVV')).toHaveAccessibleDescription(/^3 or 4 digits, on the card/);
  for (const label of ['Card number', 'Expiration', 'CVV'] as const) {
    await user.click(screen.getByText(label, { exact: false, selector: 'label' }));
    expect(stripeField(label)).toHaveFocus();
  }
});

test('a message shows when a field is left, is read out, and disappears once the field is valid', async () => {
  const { user } = await open();
  await user.type(stripeField('Card number'), '4242');
  expect(screen.queryByText('Please enter a valid card number')).toBeNull();
  await user.tab();
  const message = await screen.findByText('Please enter a valid card number');
  expect(message).toHaveAttribute('aria-live', 'polite');
  expect(stripeBox('Card number')).toHaveAccessibleDescription('Please enter a valid card number');
  await user.type(stripeField('Card number'), '424242424242');
  await waitFor(() => expect(message).toBeEmptyDOMElement());
});

test.each([
  ['Card number', '4242424242424241', 'Credit Card number is invalid'],
  ['Expiration', '1330', 'Invalid Expiration Month'],
  ['Expiration', '12', 'Not a valid expiration date. Example: MM/YY'],
  ['Expiration', '1024', 'Invalid expiration date.'],
  ['CVV', '12', 'Please enter a valid CVV'],
] as const)('%s %s: %s', async (label, text, message) => {
  const { user } = await open();
  await user.type(stripeField(label), text);
  await user.tab();
  expect(await screen.findByText(message)).toBeVisible();
});

test('the form that changes a card has its own message for an expired card', async () => {
  const { user } = await open({ changesCard: true });
  await user.type(stripeField('Expiration'), '10/26');
  await user.tab();
  expect(await screen.findByText('Invalid Expiration Date has past')).toBeVisible();
});

test('empty fields are listed, each with a link that focuses its frame, and nothing is sent', async () => {
  const { user, seen } = await open();
  expect(save()).toHaveAttribute('aria-disabled', 'true');
  await user.click(save());
  await user.click(await screen.findByRole('link', { name: 'Card number: Required' }));
  expect(stripeField('Card number')).toHaveFocus();
  await user.click(screen.getByRole('link', { name: 'Expiration: Expiration date is required' }));
  expect(stripeField('Expiration')).toHaveFocus();
  await user.click(screen.getByRole('link', { name: 'CVV: Required' }));
  expect(stripeField('CVV')).toHaveFocus();
  expect(seen.sent).toEqual([]);
});

test('the brand of the number is shown', async () => {
  const { user } = await open();
  await user.type(stripeField('Card number'), '5555');
  expect(await screen.findByText('Mastercard')).toBeVisible();
});

test('the card becomes a payment method with its cardholder, is never in the form, and is not made again while unchanged', async () => {
  const { user, seen, stripe } = await open();
  await typeStripeCard(user);
  await waitFor(() => expect(save()).toHaveAttribute('aria-disabled', 'false'));
  await user.click(save());
  await waitFor(() => expect(seen.sent).toEqual([{ payment_method: 'pm_1' }]));
  expect(stripe.made).toEqual([
    {
      card: { number: '4242424242424242', exp_month: '12', exp_year: '2030', cvc: '123' },
      billing_details: {
        name: 'Ann Lee',
        phone: '6125550100',
        address: {
          line1: '118 Nicollet Mall',
          line2: '',
          city: 'Minneapolis',
          state: 'MN',
          postal_code: '55401',
          country: 'US',
        },
      },
    },
  ]);
  const held = JSON.stringify([seen.values, { ...sessionStorage, ...localStorage }]);
  for (const secret of ['4242', '12/30', '"123"', 'pm_1']) expect(held).not.toContain(secret);

  await user.click(save());
  await waitFor(() => expect(seen.sent).toHaveLength(2));
  expect(seen.sent[1]).toEqual({ payment_method: 'pm_1' });
  await user.clear(stripeField('CVV'));
  await user.type(stripeField('CVV'), '321');
  await user.click(save());
  await waitFor(() => expect(seen.sent[2]).toEqual({ payment_method: 'pm_2' }));
});

test('if Stripe refuses to make a payment method, the field says why', async () => {
  const { user, seen } = await open();
  await typeStripeCard(user, refusedByStripe);
  await user.click(save());
  const declined = 'Your card was declined. Please try another card.';
  await waitFor(() => expect(stripeBox('Card number')).toHaveAccessibleDescription(declined));
  expect(seen.sent).toEqual([]);
});

test('if Stripe cannot be reached, no field is marked', async () => {
  const { user, seen } = await open();
  await typeStripeCard(user, unreachable);
  await user.click(save());
  await waitFor(() => expect(seen.errors).toHaveLength(1));
  expect(seen.errors[0]).toMatchObject({
    name: 'ApiError',
    status: 503,
    body: { errors: { gateway_unavailable: 'The payment service is not responding. Please try again in a moment.' } },
  });
});

test('the card loses its security code after a refusal, and is removed once it is saved', async () => {
  const { user, card, seen } = await open();
  await typeStripeCard(user);
  act(() => card.forget('security code'));
  expect(stripeField('CVV')).toHaveValue('');
  expect(stripeField('Expiration')).toHaveValue('12 / 30');
  act(() => card.forget('all'));
  expect(stripeField('Card number')).toHaveValue('');
  expect(stripeField('Expiration')).toHaveValue('');
  await user.click(save());
  expect(await screen.findByText('Card number: Required')).toBeVisible();
  expect(seen.sent).toEqual([]);
});

describe('a card that the bank wants confirmed', () => {
  const confirmation = 'POST /credit_cards/confirmation';
  const secret = { body: { client_secret: 'seti_1_secret_2' } };

  async function sent() {
    const opened = await open();
    await typeStripeCard(opened.user);
    await opened.user.click(save());
    await waitFor(() => expect(opened.seen.sent).toHaveLength(1));
    return opened;
  }

  const wish = new ApiError(402, 'POST', '/credit_cards', '/payment/billing', {
    errors: { card_to_confirm: 'Your bank wants you to confirm this card.' },
  });

  /** A save that succeeds once the bank's confirmation was asked for. */
  const saving = () => jest.fn<Promise<string>, []>().mockRejectedValueOnce(wish).mockResolvedValue('saved');

  test('is confirmed in the bank’s window, and sent again', async () => {
    const { to } = serve({ [confirmation]: secret });
    const { card, stripe } = await sent();
    const attempt = saving();
    expect(await card.save(attempt)).toBe('saved');
    expect(attempt).toHaveBeenCalledTimes(2);
    expect(to(confirmation)[0]?.body).toEqual({ payment_method: 'pm_1' });
    expect(stripe.asked).toEqual(['seti_1']);
  });

  test('is saved once if it was refused before', async () => {
    serve({ [confirmation]: secret });
    const { card } = await sent();
    const attempt = jest.fn(async () => 'saved');
    expect(await card.save(attempt, wish)).toBe('saved');
    expect(attempt).toHaveBeenCalledTimes(1);
  });

  test('is not saved if the customer refuses or closes the window', async () => {
    serve({ [confirmation]: secret });
    const { card, stripe } = await sent();
    for (const answer of ['refused', 'closed'] as const) {
      stripe.bank = () => answer;
      const attempt = saving();
      await expect(card.save(attempt)).rejects.toBe(wish);
      expect(attempt).toHaveBeenCalledTimes(1);
    }
  });

  test('opens no window if nothing is left to confirm', async () => {
    serve({ [confirmation]: { body: { client_secret: null } } });
    const { card, stripe } = await sent();
    expect(await card.save(saving())).toBe('saved');
    expect(stripe.asked).toEqual([]);
  });

  test('is not confirmed once it is forgotten, or after another refusal', async () => {
    const { to } = serve({ [confirmation]: secret });
    const { card } = await sent();
    const other = new Error('Another refusal.');
    await expect(card.save(() => Promise.reject(other))).rejects.toBe(other);
    act(() => card.forget('all'));
    await expect(card.save(saving())).rejects.toBe(wish);
    expect(to(confirmation)).toEqual([]);
  });
});
