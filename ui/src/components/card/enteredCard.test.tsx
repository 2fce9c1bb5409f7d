import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ErrorSummary } from '~/components/form/ErrorSummary';
import { useCoreForm } from '~/components/form/useCoreForm';
import { cardChangeBillingValidate, cardChangeValidate } from '~/core';
import { CardEntry } from './CardEntry';
import { type CardChanges, type CardRules, type EnteredCard, type SentCard, untouchedCard } from './enteredCard';
import { typedCard } from './typedCard';

interface Values {
  cardholder: Record<'name' | 'street_address1' | 'street_address2' | 'city' | 'state' | 'zip_code' | 'phone', string>;
  card_info: CardChanges;
}

const now = '2026-11-20T15:00:00Z';
const rules: CardRules<Values> = {
  typed: ({ cardholder }, card) => cardChangeValidate({ cardholder, card_info: card, now }),
  withoutCard: ({ cardholder }) => cardChangeBillingValidate({ cardholder }),
  changesCard: true,
};
const start: Values = {
  cardholder: {
    name: 'Ann Lee',
    street_address1: '118 Nicollet Mall',
    street_address2: '',
    city: 'Minneapolis',
    state: 'MN',
    zip_code: '55401',
    phone: '6125550100',
  },
  card_info: untouchedCard,
};
const labels = {
  'card_info.credit_card_number': 'Card number',
  'card_info.expiration': 'Expiration',
  'card_info.cvv': 'CVV',
};

interface Seen {
  values: Values[];
  sent: SentCard[];
}

function Form({ card, seen }: { card: EnteredCard; seen: Seen }) {
  const form = useCoreForm<Values>({
    defaultValues: start,
    validate: (values) => card.validate(rules, values),
    labels,
    onSubmit: async () => void seen.sent.push(await card.send(start.cardholder)),
  });
  seen.values.push(form.values, form.form.getValues());
  return (
    <form onSubmit={form.submit} noValidate>
      <ErrorSummary {...form.summary} />
      <CardEntry card={card} holder={form.field('cardholder.name')} bind={form.counted} />
      <button type="submit">Save</button>
    </form>
  );
}

const typed = { card_info: { credit_card_number: '4242424242424242', expiration: '1230', cvv: '123' } };

describe('a card typed into the page', () => {
  function open() {
    const card = typedCard();
    const seen: Seen = { values: [], sent: [] };
    const user = userEvent.setup();
    render(<Form card={card} seen={seen} />);
    return { card, seen, user };
  }
  const number = () => screen.getByLabelText(/^Card number/);
  const expiration = () => screen.getByLabelText(/^Expiration/);
  const cvv = () => screen.getByLabelText(/^CVV/);
  const save = () => screen.getByRole('button', { name: 'Save' });

  async function fill(user: ReturnType<typeof open>['user']) {
    await user.type(number(), '4242424242424242');
    await user.type(expiration(), '12/30');
    await user.type(cvv(), '123');
  }

  test('is checked when a field is left, and then at each key until it is valid', async () => {
    const { user } = open();
    await user.type(number(), '4242');
    expect(number()).toBeValid();
    await user.tab();
    expect(await screen.findByText('Please enter a valid card number')).toBeVisible();
    expect(number()).toBeInvalid();
    expect(number()).toHaveAccessibleDescription('Please enter a valid card number');
    await user.type(number(), '424242424242');
    await waitFor(() => expect(number()).toBeValid());
  });

  test('that is empty is listed and not sent', async () => {
    const { user, seen } = open();
    await user.click(save());
    expect(await screen.findByText('Card number: Required')).toBeVisible();
    expect(screen.getByText('Expiration: Expiration date is required')).toBeVisible();
    expect(screen.getByText('CVV: Required')).toBeVisible();
    await user.click(screen.getByRole('link', { name: /^Card number/ }));
    expect(number()).toHaveFocus();
    expect(seen.sent).toEqual([]);
  });

  test('is sent, and is never among the form’s values', async () => {
    const { user, seen } = open();
    await fill(user);
    await user.click(save());
    await waitFor(() => expect(seen.sent).toEqual([typed]));
    const held = JSON.stringify(seen.values);
    for (const secret of ['4242', '12/30', '"123"', '1230']) expect(held).not.toContain(secret);
  });

  test('loses its security code after a refusal, and is removed once it is saved', async () => {
    const { user, card } = open();
    await fill(user);
    act(() => card.forget('security code'));
    expect(cvv()).toHaveValue('');
    expect(expiration()).toHaveValue('12/30');
    act(() => card.forget('all'));
    expect(number()).toHaveValue('');
    expect(expiration()).toHaveValue('');
    await user.click(save());
    expect(await screen.findByText('Card number: Required')).toBeVisible();
  });
});
