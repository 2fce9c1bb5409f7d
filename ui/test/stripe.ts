import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { type FieldType, type Frame, type Host, makeStripe } from '~journeys/stripe/double.mjs';
import { cardFields, report, shown } from '~journeys/stripe/fieldRules.mjs';
import { enter } from './enter';
import { statusOf } from './server';

/** The status of a server that takes cards from Stripe's own fields. */
export const stripeStatus = statusOf({ card_entry: 'payment_method', card_fields: { publishable_key: 'pk_test_1' } });

/** A number for which Stripe refuses to make a payment method. */
export const refusedByStripe = '4000000000000002';

/** A number for which Stripe cannot be reached. */
export const unreachable = '4000000000000119';

type BankAnswer = 'confirmed' | 'refused' | 'closed';

export interface StripeInTest {
  /** The payment methods that were made: the card, and whose it is. */
  made: { card: Record<string, string>; billing_details: object }[];
  /** The intents for which the bank's window was opened. */
  asked: string[];
  /** What the customer does in the bank's window. */
  bank: (id: string) => BankAnswer | Promise<BankAnswer>;
}

let seen: StripeInTest;

const texts = new Map<string, Record<FieldType, string>>();

const host: Host = {
  openFrame: (box, { type, group, on }) => {
    const ofGroup = texts.get(group) ?? { cardNumber: '', cardExpiry: '', cardCvc: '' };
    texts.set(group, ofGroup);
    return openInput(box, type, on, (text) => void (ofGroup[type] = text));
  },
  createPaymentMethod: async ({ group, billing_details }) => {
    const card = cardFields(texts.get(group) as Record<FieldType, string>);
    if (card.number === refusedByStripe) return failure('card_error', 'card_declined', 'Your card was declined.');
    if (card.number === unreachable) return failure('api_connection_error', '', 'No connection.');
    seen.made.push({ card, billing_details });
    return { paymentMethod: { id: `pm_${seen.made.length}` } };
  },
  askBank: async (id) => {
    seen.asked.push(id);
    return seen.bank(id);
  },
};

/** Installs Stripe's script with inputs instead of frames, and resets `seen`. As in the page, the script itself is loaded once. */
export function installStripe(): StripeInTest {
  seen = { made: [], asked: [], bank: () => 'confirmed' };
  window.Stripe ??= makeStripe(host);
  // jsdom has no style sheet, and Stripe refuses an empty color.
  for (const token of ['--ink', '--ink-soft', '--accent-tint'])
    document.documentElement.style.setProperty(token, '#000');
  return seen;
}

const failure = (type: string, code: string, message: string) => ({ error: { type, code, message } });

/** Stripe's names of the inputs in its frames. */
const names: Record<FieldType, string> = {
  cardNumber: 'Credit or debit card number',
  cardExpiry: 'Credit or debit card expiration date',
  cardCvc: 'Credit or debit card CVC/CVV',
};

function openInput(
  box: HTMLElement,
  type: FieldType,
  on: (event: string, body?: object) => void,
  keep: (text: string) => void,
): Frame {
  const input = document.createElement('input');
  input.setAttribute('aria-label', names[type]);
  let isLeft = false;
  const changed = () => {
    keep(input.value);
    on('change', report(type, input.value, { isLeft, now: new Date('2026-11-20T15:00:00Z') }));
  };
  input.addEventListener('input', () => {
    isLeft = false;
    input.value = shown(type, input.value);
    changed();
  });
  input.addEventListener('focus', () => on('focus'));
  input.addEventListener('blur', () => {
    isLeft = true;
    if (input.value !== '') changed();
    on('blur');
  });
  box.append(input);
  const isOpen = { current: true };
  setTimeout(() => isOpen.current && on('ready'));
  return {
    focus: () => input.focus(),
    blur: () => input.blur(),
    clear: () => {
      input.value = '';
      changed();
    },
    close: () => {
      isOpen.current = false;
      input.remove();
      keep('');
    },
  };
}

/** The box of a field, which has our label and message. */
export const stripeBox = (label: 'Card number' | 'Expiration' | 'CVV') =>
  screen.getByRole('group', { name: new RegExp(`^${label}`) });

/** The input in the frame of a field. */
export const stripeField = (label: 'Card number' | 'Expiration' | 'CVV') =>
  within(stripeBox(label)).getByRole('textbox');

export async function typeStripeCard(user: UserEvent, number = '4242424242424242') {
  await enter(user, stripeField('Card number'), number);
  await enter(user, stripeField('Expiration'), '12/30');
  await enter(user, stripeField('CVV'), '123');
}
