import { primaryAddress } from '~/api/account';
import type { Account } from '~/api/schema.gen';
import { type CardChanges, type CardRules, untouchedCard } from '~/components/card/cardEntry';
import { cardholderFields, cardholderLines, cardLabels } from '~/components/card/cardFields';
import { type AddressForm, billingValidate, type CardholderForm, maskPhone, paymentValidate } from '~/core';
import { declareDraft } from '~/lib/draft/draft';
import { now } from '~/lib/time/clock';

export interface BillingValues {
  shipping: Required<AddressForm>;
  same_as_shipping: boolean;
  cardholder: Required<CardholderForm>;
}

/** The form. Of the card's fields it has only how often each was changed. */
export interface PaymentValues extends BillingValues {
  card_info: CardChanges;
}

/** The addresses and the name on the card; nothing else of the card. */
export const paymentDraft = declareDraft<PaymentValues>({
  name: 'payment',
  lifetime: 'customer',
  fields: [
    'shipping.line_1',
    'shipping.line_2',
    'shipping.city',
    'shipping.state',
    'shipping.postal_code',
    'shipping.phone',
    'same_as_shipping',
    ...cardholderFields,
  ],
});

/** The initial values: the customer's primary address and name. */
export function knownValues(account: Account | undefined): PaymentValues {
  const address = account && primaryAddress(account);
  return {
    shipping: {
      line_1: address?.shipping_line_1 ?? '',
      line_2: address?.shipping_line_2 ?? '',
      city: address?.shipping_city ?? '',
      state: address?.shipping_state ?? '',
      postal_code: address?.shipping_postal_code ?? account?.registration_postal_code ?? '',
      phone: maskPhone(address?.shipping_phone ?? account?.phone),
    },
    same_as_shipping: true,
    cardholder: {
      name: account ? `${account.first_name} ${account.last_name}` : '',
      street_address1: '',
      street_address2: '',
      city: '',
      state: '',
      zip_code: '',
      phone: '',
    },
    card_info: untouchedCard,
  };
}

export const paymentRules: CardRules<PaymentValues> = {
  typed: (values, card) => paymentValidate({ ...values, card_info: card, now: now() }),
  withoutCard: ({ shipping, same_as_shipping, cardholder }) =>
    billingValidate({ shipping, same_as_shipping, cardholder }),
  changesCard: false,
};

/** The names and lines of both addresses. */
export const paymentLines = ['shipping.line_1', 'shipping.line_2', 'shipping.city', ...cardholderLines];

/** The labels of the fields, in the order on the page. */
export const paymentLabels: Record<string, string> = {
  'shipping.line_1': 'Address line 1',
  'shipping.line_2': 'Address line 2',
  'shipping.postal_code': 'ZIP code',
  'shipping.city': 'City',
  'shipping.state': 'State',
  'shipping.phone': 'Cell phone',
  ...cardLabels,
};

export const shippingNames = {
  line1: 'shipping.line_1',
  line2: 'shipping.line_2',
  city: 'shipping.city',
  state: 'shipping.state',
  zip: 'shipping.postal_code',
  phone: 'shipping.phone',
} as const;
