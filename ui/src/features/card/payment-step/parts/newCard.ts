import type { NewCard, OptionsBody } from '~/api/schema.gen';
import type { SentCard, SentCardholder } from '~/components/card/enteredCard';
import { holderNames } from '~/components/card/cardFields';
import { underNames } from '~/components/account/address/typedAddress';
import { campaignUsable, phoneDialed } from '~/core';
import type { BillingValues } from './paymentForm';

interface SentWithCard {
  consentVersion: string;
  blogInterest: string | null;
  /** The options of the first order. */
  order: Partial<OptionsBody>;
  /** The typed discount code; null if there is none. */
  coupon: string | null;
}

/** The cardholder as it is sent: digits without the masks' characters (spec A, section 5). */
export function holderOf({ shipping, same_as_shipping, cardholder }: BillingValues): SentCardholder {
  const billing = same_as_shipping ? underNames(shipping, holderNames) : cardholder;
  return { ...billing, phone: phoneDialed(billing.phone), name: cardholder.name };
}

/** The body to send. */
export function newCard(
  card: SentCard,
  cardholder: SentCardholder,
  { shipping, same_as_shipping }: BillingValues,
  { consentVersion, blogInterest, order, coupon }: SentWithCard,
): NewCard {
  const blog = campaignUsable(blogInterest);
  return {
    ...card,
    cardholder,
    options: {
      shipping_address: { ...shipping, phone: phoneDialed(shipping.phone) },
      same_as_shipping,
      consent_version: consentVersion,
      ...order,
      ...(coupon === null ? {} : { coupon }),
      ...(blog === null ? {} : { blog_interest: blog }),
    },
  };
}
