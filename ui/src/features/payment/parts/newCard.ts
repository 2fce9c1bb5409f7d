import type { NewCard } from '~/api/schema.gen';
import { campaignUsable, normalizeCardNumber, normalizePhone } from '~/core';
import type { PaymentValues } from './paymentForm';

/** The body for a form: digits without the masks' characters (spec A, section 5). */
export function newCard(
  { shipping, same_as_shipping, cardholder, card_info }: PaymentValues,
  consentVersion: string,
  blogInterest: string | null,
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
    cardholder: { ...billing, name: cardholder.name, country: 'US' },
    card_info: {
      credit_card_number: normalizeCardNumber(card_info.credit_card_number),
      expiration: card_info.expiration,
      cvv: card_info.cvv,
    },
    options: {
      shipping_address: { ...shipping, phone: shippingPhone },
      same_as_shipping,
      consent_version: consentVersion,
      ...(blog === null ? {} : { blog_interest: blog }),
    },
  };
}
