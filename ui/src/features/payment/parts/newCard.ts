import type { NewCard, OptionsBody } from '~/api/schema.gen';
import type { SentCard } from '~/components/card/cardEntry';
import { campaignUsable, normalizePhone } from '~/core';
import type { BillingValues } from './paymentForm';

interface SentWithCard {
  consentVersion: string;
  blogInterest: string | null;
  /** What the form says of the first order. */
  order: Partial<OptionsBody>;
  /** The typed discount code; null if there is none. */
  coupon: string | null;
}

/** The body for a form: digits without the masks' characters (spec A, section 5). */
export function newCard(
  card: SentCard,
  { shipping, same_as_shipping, cardholder }: BillingValues,
  { consentVersion, blogInterest, order, coupon }: SentWithCard,
): NewCard {
  const blog = campaignUsable(blogInterest);
  const shippingPhone = normalizePhone(shipping.phone);
  const billing = same_as_shipping
    ? {
        street_address1: shipping.line_1,
        street_address2: shipping.line_2,
        city: shipping.city,
        state: shipping.state,
        zip_code: shipping.postal_code,
        phone: shippingPhone,
      }
    : { ...cardholder, phone: normalizePhone(cardholder.phone) };
  return {
    ...card,
    cardholder: { ...billing, name: cardholder.name, country: 'US' },
    options: {
      shipping_address: { ...shipping, phone: shippingPhone },
      same_as_shipping,
      consent_version: consentVersion,
      ...order,
      ...(coupon === null ? {} : { coupon }),
      ...(blog === null ? {} : { blog_interest: blog }),
    },
  };
}
