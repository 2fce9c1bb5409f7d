import { now } from '~/api/status';
import { type AddressForm, type CardForm, type CardholderForm, paymentValidate } from '~/core';

/** What is typed into the form. */
export interface PaymentValues {
  shipping: Required<AddressForm>;
  same_as_shipping: boolean;
  cardholder: Required<CardholderForm>;
  card_info: Required<CardForm>;
}

export const validatePayment = (values: PaymentValues) => paymentValidate({ ...values, now: now() });

/** How the fields are called, in their order on the page. */
export const paymentLabels: Record<string, string> = {
  'shipping.line_1': 'Address line 1',
  'shipping.line_2': 'Address line 2',
  'shipping.city': 'City',
  'shipping.state': 'State',
  'shipping.postal_code': 'ZIP code',
  'shipping.phone': 'Cell phone',
  'cardholder.name': 'Name on card',
  'card_info.credit_card_number': 'Card number',
  'card_info.expiration': 'Expiration',
  'card_info.cvv': 'CVV',
  'cardholder.street_address1': 'Billing address line 1',
  'cardholder.street_address2': 'Billing address line 2',
  'cardholder.city': 'Billing city',
  'cardholder.state': 'Billing state',
  'cardholder.zip_code': 'Billing ZIP code',
  'cardholder.phone': 'Billing phone',
};

export const shippingNames = {
  line1: 'shipping.line_1',
  line2: 'shipping.line_2',
  city: 'shipping.city',
  state: 'shipping.state',
  zip: 'shipping.postal_code',
  phone: 'shipping.phone',
} as const;

export const billingNames = {
  line1: 'cardholder.street_address1',
  line2: 'cardholder.street_address2',
  city: 'cardholder.city',
  state: 'cardholder.state',
  zip: 'cardholder.zip_code',
  phone: 'cardholder.phone',
} as const;
