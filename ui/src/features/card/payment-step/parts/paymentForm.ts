import { primaryAddress } from '~/api/account/record';
import { customerAddress } from '~/api/account/postalAddress';
import type { Account } from '~/api/schema.gen';
import { type CardChanges, type CardRules, type SentCardholder, untouchedCard } from '~/components/card/enteredCard';
import { cardholderFields, cardholderLines, cardLabels, holderNames } from '~/components/card/cardFields';
import {
  labelsOf,
  linesOf,
  namesAfter,
  type TypedAddress,
  typedAddress,
  underNames,
} from '~/components/account/address/typedAddress';
import { billingValidate, maskPhone, paymentValidate } from '~/core';
import { declareDraft } from '~/lib/draft/draft';
import { now } from '~/lib/time/clock';

export interface BillingValues {
  shipping: TypedAddress;
  same_as_shipping: boolean;
  cardholder: SentCardholder;
}

/** The form's values. For the card's fields it has only the numbers of their changes. */
export interface PaymentValues extends BillingValues {
  card_info: CardChanges;
}

/** The fields of the shipping address. */
export const shippingNames = namesAfter('shipping.');

/** The draft has the addresses and the name on the card, and nothing else of the card. */
export const paymentDraft = declareDraft<PaymentValues>({
  name: 'payment',
  lifetime: 'customer',
  fields: [...Object.values(shippingNames), 'same_as_shipping', ...cardholderFields],
});

/** The initial values: the customer's primary address and name. */
export function knownValues(account: Account | undefined): PaymentValues {
  const address = account && primaryAddress(account);
  return {
    shipping: typedAddress(address ? customerAddress(address) : null, {
      postal_code: account?.registration_postal_code ?? '',
      phone: maskPhone(address?.shipping_phone ?? account?.phone),
    }),
    same_as_shipping: true,
    cardholder: {
      name: account ? `${account.first_name} ${account.last_name}` : '',
      ...underNames(typedAddress(null), holderNames),
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
export const paymentLines = [...linesOf(shippingNames), ...cardholderLines];

/** The labels of the fields, in the order on the page. */
export const paymentLabels: Record<string, string> = {
  ...labelsOf(shippingNames),
  ...cardLabels,
};
