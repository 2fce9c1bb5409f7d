import { ApiError, issuesOf, presentation } from '~/api/errors';
import type { ShippingAddress } from '~/api/schema.gen';
import { type AddressForm, type Issue, maskPhone } from '~/core';

/** An address that is typed by itself, without a card. */
export type Address = Required<AddressForm>;

/** The fields of a typed address, as `AddressFields` takes them. */
export const addressNames = {
  line1: 'line_1',
  line2: 'line_2',
  city: 'city',
  state: 'state',
  zip: 'postal_code',
  phone: 'phone',
} as const;

/** The same fields for a draft. */
export const addressFields = Object.values(addressNames);

/** The fields that end up on labels. */
export const addressLines = [addressNames.line1, addressNames.line2, addressNames.city];

export const addressLabels = {
  line_1: 'Address line 1',
  line_2: 'Address line 2',
  postal_code: 'ZIP code',
  city: 'City',
  state: 'State',
  phone: 'Cell phone',
};

/** A form's values for an address on file; empty if there is none. */
export const typedAddress = (address: ShippingAddress | null): Address => ({
  line_1: address?.shipping_line_1 ?? '',
  line_2: address?.shipping_line_2 ?? '',
  city: address?.shipping_city ?? '',
  state: address?.shipping_state ?? '',
  postal_code: address?.shipping_postal_code ?? '',
  phone: maskPhone(address?.shipping_phone ?? ''),
});

/** The issues of a refused address; that nothing can be sent there stands at `line1`, the field of its first line. */
export function addressRefusals(error: unknown, line1: string): Issue[] {
  const address = error instanceof ApiError ? presentation(error).address_error : null;
  return address === null ? issuesOf(error) : [{ field: line1, code: 'address', message: address }];
}
