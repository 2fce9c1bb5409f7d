import { customerAddress, holderAddress, storeAddress } from '~/api/account/postalAddress';
import { holderNames } from '~/components/card/cardFields';
import { maskPhoneDashed } from '~/core';
import { dana } from '~test/boxes';
import {
  addressAmong,
  addressNames,
  addressOnFile,
  labelsOf,
  linesOf,
  namesAfter,
  typedAddress,
  underNames,
} from './typedAddress';

const address = {
  line_1: '5 Elm St',
  line_2: '',
  city: 'Edina',
  state: 'MN',
  postal_code: '55424',
  phone: '(612) 555-0100',
};

test('the names of a form’s address fields have its prefix, and the labels are in the order of the page', () => {
  expect(Object.entries(labelsOf(namesAfter('shipping_')))).toEqual([
    ['shipping_line_1', 'Address line 1'],
    ['shipping_line_2', 'Address line 2'],
    ['shipping_postal_code', 'ZIP code'],
    ['shipping_city', 'City'],
    ['shipping_state', 'State'],
    ['shipping_phone', 'Cell phone'],
  ]);
  expect(linesOf(namesAfter('shipping.'))).toEqual(['shipping.line_1', 'shipping.line_2', 'shipping.city']);
  expect(linesOf(addressNames)).toEqual(['line_1', 'line_2', 'city']);
});

test('an address stays the same if it is converted to another form’s names and back', () => {
  const holder = underNames(address, holderNames);
  expect(holder).toEqual({
    street_address1: '5 Elm St',
    street_address2: '',
    city: 'Edina',
    state: 'MN',
    zip_code: '55424',
    phone: '(612) 555-0100',
  });
  expect(addressAmong(holder, holderNames)).toEqual(address);
  expect(typedAddress(holderAddress({ ...holder, name: 'Dana', country: 'US' }), { phone: holder.phone })).toEqual(
    address,
  );
});

test('a form starts with the address on file, or with other known values if there is none', () => {
  const [home] = dana.shipping_addresses;
  if (!home) throw new Error('Dana has no address.');
  const onFile = { ...home, shipping_line_1: '5 Elm St', shipping_line_2: null, shipping_phone: '6125550100' };
  expect(addressOnFile(onFile)).toEqual({
    ...address,
    city: home.shipping_city,
    state: home.shipping_state,
    postal_code: home.shipping_postal_code,
  });
  expect(addressOnFile(onFile, maskPhoneDashed).phone).toBe('612-555-0100');
  const nowhere = { line_1: '', line_2: '', city: '', state: '', postal_code: '', phone: '' };
  expect(addressOnFile(null)).toEqual(nowhere);
  expect(typedAddress(null, { postal_code: '55401' })).toEqual({ ...nowhere, postal_code: '55401' });
  // The address on file has priority over other known values.
  expect(typedAddress(customerAddress(home), { postal_code: '10001' }).postal_code).toBe(home.shipping_postal_code);
});

test('a store is shown with its own names, and without an apartment', () => {
  const store = {
    id: 's1',
    name: 'Mall of America',
    address_line_1: '60 E Broadway',
    address_city: 'Bloomington',
    address_state: 'MN',
    address_postal_code: '55425',
    opening_hours: [],
  };
  expect(storeAddress(store)).toEqual({
    line_1: '60 E Broadway',
    line_2: null,
    city: 'Bloomington',
    state: 'MN',
    postal_code: '55425',
  });
});
