import { linesOf } from '~/components/account/address/typedAddress';

/** The labels of a card's fields and of its cardholder, in the order on the page. */
export const cardLabels: Record<string, string> = {
  'cardholder.name': 'Name on card',
  'card_info.credit_card_number': 'Card number',
  'card_info.expiration': 'Expiration',
  'card_info.cvv': 'CVV',
  'cardholder.street_address1': 'Billing address line 1',
  'cardholder.street_address2': 'Billing address line 2',
  'cardholder.zip_code': 'Billing ZIP code',
  'cardholder.city': 'Billing city',
  'cardholder.state': 'Billing state',
  'cardholder.phone': 'Billing phone',
};

/** The fields of the cardholder's address. */
export const billingNames = {
  line_1: 'cardholder.street_address1',
  line_2: 'cardholder.street_address2',
  city: 'cardholder.city',
  state: 'cardholder.state',
  postal_code: 'cardholder.zip_code',
  phone: 'cardholder.phone',
} as const;

/** The names of the same fields within the cardholder. */
export const holderNames = {
  line_1: 'street_address1',
  line_2: 'street_address2',
  city: 'city',
  state: 'state',
  postal_code: 'zip_code',
  phone: 'phone',
} as const;

/** The fields of the cardholder in a form, as a draft keeps them: none of the card itself. */
export const cardholderFields = ['cardholder.name', ...Object.values(billingNames)] as const;

/** The name and the lines of the cardholder's address. */
export const cardholderLines = ['cardholder.name', ...linesOf(billingNames)];
