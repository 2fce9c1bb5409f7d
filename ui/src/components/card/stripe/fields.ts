import type {
  CreatePaymentMethodCardData,
  Stripe,
  StripeCardCvcElement,
  StripeCardExpiryElement,
  StripeCardNumberElement,
  StripeElements,
} from '@stripe/stripe-js';
import { ApiError } from '~/api/errors';
import { cardFieldBrand, cardFieldIssue, type CardFieldIssue, messagesText } from '~/core';
import { screenPath } from '~/lib/screenPath';
import { type CardFieldName, CardNotMade, type SentCardholder } from '~/components/card/enteredCard';
import { fieldStyle, fonts } from './look';

type Element = StripeCardNumberElement | StripeCardExpiryElement | StripeCardCvcElement;

/**
 * The state of a field: the gateway's code and message for an error; without an error, `empty`, `incomplete` or `complete` as
 * the code.
 */
interface FieldState {
  code: string;
  message: string;
}

const untyped: FieldState = { code: 'empty', message: '' };

const names = ['card_info.credit_card_number', 'card_info.expiration', 'card_info.cvv'] as const;

export interface FieldListener {
  onReady: () => void;
  onFocus: () => void;
  onBlur: () => void;
  onChange: (brand: string) => void;
  /** Called if the frame could not be loaded. */
  onFailed: () => void;
}

/** Stripe's three fields of one card, and the payment method that Stripe made of it. The texts are in Stripe's frames. */
export class StripeFields {
  readonly #stripe: Stripe;
  #group: StripeElements | null = null;
  readonly #elements = new Map<CardFieldName, Element>();
  readonly #states = new Map<CardFieldName, FieldState>();
  readonly #cleared = new Set<CardFieldName>();
  #made: { id: string; holder: string } | null = null;
  #changesCard = false;

  constructor(stripe: Stripe) {
    this.#stripe = stripe;
  }

  /** Puts a field into `box`. The returned function removes it, with its text. */
  mount(name: CardFieldName, box: HTMLElement, listener: FieldListener): () => void {
    const element = this.#create(name);
    this.#elements.set(name, element);
    this.#states.set(name, untyped);
    const on = element.on.bind(element) as (type: string, handler: (event: never) => void) => unknown;
    on('ready', listener.onReady);
    on('focus', listener.onFocus);
    on('blur', listener.onBlur);
    on('loaderror', listener.onFailed);
    on('change', ({ empty, complete, error, brand = '' }: Changed) => {
      const code = empty ? 'empty' : (error?.code ?? (complete ? 'complete' : 'incomplete'));
      this.#states.set(name, { code, message: error?.message ?? '' });
      if (!empty) this.#cleared.delete(name);
      // The changed card has no payment method yet.
      this.#made = null;
      listener.onChange(cardFieldBrand(brand));
    });
    element.mount(box);
    // The box gets the focus from the summary of errors or from a press beside the frame, and passes it on.
    const handOn = () => element.focus();
    box.addEventListener('focus', handOn);
    return () => {
      box.removeEventListener('focus', handOn);
      element.destroy();
      this.#elements.delete(name);
      this.#states.set(name, untyped);
    };
  }

  issues(changesCard: boolean): CardFieldIssue[] {
    this.#changesCard = changesCard;
    return names
      .map((field) => this.#issue(field, 'validation_error', this.#states.get(field) ?? untyped))
      .filter((issue) => issue !== null);
  }

  /** The payment method of the typed card for this cardholder. It is the same one until something is changed. */
  async paymentMethod(holder: SentCardholder): Promise<string> {
    const key = JSON.stringify(holder);
    if (this.#made?.holder === key) return this.#made.id;
    const id = await this.#make(holder);
    this.#made = { id, holder: key };
    return id;
  }

  /** The payment method that was made last; null if the card was changed since. */
  get made(): string | null {
    return this.#made?.id ?? null;
  }

  clear(name: CardFieldName): void {
    this.#elements.get(name)?.clear();
    this.#states.set(name, untyped);
    this.#cleared.add(name);
  }

  /** Whether the page has emptied the field and nothing was typed since. Then the customer has not left it out. */
  isCleared(name: CardFieldName): boolean {
    return this.#cleared.has(name);
  }

  forgetMade(): void {
    this.#made = null;
  }

  async #make(holder: SentCardholder): Promise<string> {
    const card = this.#elements.get(names[0]) as StripeCardNumberElement | undefined;
    if (!card) throw unavailable();
    const result = await this.#stripe
      .createPaymentMethod({ type: 'card', card, billing_details: billingDetails(holder) })
      .catch(() => {
        throw unavailable();
      });
    if (result.paymentMethod) return result.paymentMethod.id;
    const { type, code = '', message = '' } = result.error;
    const issue = this.#issue(names[0], type, { code, message });
    throw issue ? new CardNotMade([issue]) : unavailable();
  }

  #issue(field: CardFieldName, kind: string, { code, message }: FieldState): CardFieldIssue | null {
    return cardFieldIssue({ field, kind, code, message, changes_card: this.#changesCard });
  }

  #create(name: CardFieldName): Element {
    this.#group ??= this.#stripe.elements({ fonts: fonts() });
    const style = fieldStyle();
    // Our fields have no placeholder either, except for the expiration.
    if (name === 'card_info.credit_card_number')
      return this.#group.create('cardNumber', { style, placeholder: '', disableLink: true });
    if (name === 'card_info.expiration') return this.#group.create('cardExpiry', { style, placeholder: 'MM/YY' });
    return this.#group.create('cardCvc', { style, placeholder: '' });
  }
}

/** The common fields of the three kinds of change events, and the brand from the card number's. */
interface Changed {
  empty: boolean;
  complete: boolean;
  error?: { code: string; message: string };
  brand?: string;
}

function billingDetails(holder: SentCardholder): NonNullable<CreatePaymentMethodCardData['billing_details']> {
  const { name, phone, street_address1, street_address2, city, state, zip_code } = holder;
  return {
    name,
    phone,
    address: {
      line1: street_address1,
      line2: street_address2,
      city,
      state,
      postal_code: zip_code,
      country: 'US',
    },
  };
}

/** The same error that the server returns if the gateway is unavailable. */
const unavailable = () =>
  new ApiError(503, 'POST', '/credit_cards', screenPath(), {
    errors: { gateway_unavailable: messagesText('gateway_unavailable') },
  });
