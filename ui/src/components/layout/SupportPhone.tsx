import { brand, normalizePhone } from '~/core';

/** The number of the shop's help, as a link that calls it. */
export function SupportPhone() {
  const { support_phone: phone } = brand();
  return <a href={`tel:+1${normalizePhone(phone)}`}>{phone}</a>;
}
