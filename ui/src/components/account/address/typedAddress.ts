import { ApiError, issuesOf, presentation } from '~/api/errors';
import { customerAddress, type PostalAddress } from '~/api/account/postalAddress';
import type { ShippingAddress } from '~/api/schema.gen';
import { type AddressForm, type Issue, maskPhone } from '~/core';

/** An address and a phone number, as they are typed. */
export type TypedAddress = Required<AddressForm>;

/** The names of an address's fields in a form. */
export type AddressNames<Name extends string> = Readonly<Record<keyof TypedAddress, Name>>;

/** The fields' names, with a prefix, in a form that has other fields too: `namesAfter('shipping.')`. */
export const namesAfter = <Prefix extends string>(prefix: Prefix) =>
  ({
    line_1: `${prefix}line_1`,
    line_2: `${prefix}line_2`,
    city: `${prefix}city`,
    state: `${prefix}state`,
    postal_code: `${prefix}postal_code`,
    phone: `${prefix}phone`,
  }) as const;

/** The names in a form for one address alone. */
export const addressNames = namesAfter('');

/** The fields that are printed on shipping labels. */
export const linesOf = <Name extends string>({ line_1, line_2, city }: AddressNames<Name>): Name[] => [
  line_1,
  line_2,
  city,
];

/** The labels, in the order on the page. */
const labels: TypedAddress = {
  line_1: 'Address line 1',
  line_2: 'Address line 2',
  postal_code: 'ZIP code',
  city: 'City',
  state: 'State',
  phone: 'Cell phone',
};

/** The labels of the fields with these names. */
export const labelsOf = <Name extends string>(names: AddressNames<Name>): Record<Name, string> =>
  underNames(labels, names);

const partsOf = (address: object) => Object.keys(address) as (keyof TypedAddress)[];

/** An address with the field names of a form. */
export const underNames = <Name extends string>(address: TypedAddress, names: AddressNames<Name>) =>
  Object.fromEntries(partsOf(address).map((part) => [names[part], address[part]])) as Record<Name, string>;

/** The address among the values of a form. */
export const addressAmong = <Name extends string>(values: Record<Name, string>, names: AddressNames<Name>) =>
  Object.fromEntries(partsOf(names).map((part) => [part, values[names[part]]])) as unknown as TypedAddress;

/** A form's values for an address and a phone. Without an address, `postal_code` is filled in if it is known. */
export const typedAddress = (
  address: PostalAddress | null,
  { phone = '', postal_code = '' }: { phone?: string; postal_code?: string } = {},
): TypedAddress => ({
  line_1: address?.line_1 ?? '',
  line_2: address?.line_2 ?? '',
  city: address?.city ?? '',
  state: address?.state ?? '',
  postal_code: address?.postal_code ?? postal_code,
  phone,
});

/** A form's values for an address on file; empty if there is none. */
export const addressOnFile = (address: ShippingAddress | null, mask = maskPhone): TypedAddress =>
  typedAddress(address && customerAddress(address), { phone: mask(address?.shipping_phone ?? '') });

/** The issues of a refused address. If nothing can be delivered there, the issue is at `line1`, the field of its first line. */
export function addressRefusals(error: unknown, line1: string): Issue[] {
  const address = error instanceof ApiError ? presentation(error).address_error : null;
  return address === null ? issuesOf(error) : [{ field: line1, code: 'address', message: address }];
}
