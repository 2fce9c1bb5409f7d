import type { Account } from '~/api/account';
import { maskPhone } from '~/core';
import { recall } from '~/lib/memory';
import type { PaymentValues } from './paymentForm';

/** What this tab keeps of the form until it is sent, as text: where and who, never a card number, expiration or CVV. */
export const draftOf = ({ shipping, same_as_shipping, cardholder }: PaymentValues): string =>
  JSON.stringify({ shipping, same_as_shipping, cardholder } satisfies Draft);

type Draft = Omit<PaymentValues, 'card_info'>;

/** What was typed before a reload or a new sign-in, else what is known already: the primary address, and the name. */
export function startingValues(account: Account | undefined): PaymentValues {
  const kept = recall('billing');
  return {
    ...(kept === null ? knownOf(account) : (JSON.parse(kept) as Draft)),
    card_info: { credit_card_number: '', expiration: '', cvv: '' },
  };
}

function knownOf(account: Account | undefined): Draft {
  const address = account?.shipping_addresses.find(({ is_primary }) => is_primary);
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
  };
}
