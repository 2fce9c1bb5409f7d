import { Fragment } from 'react';
import type { OrderLocation, ShippingAddress } from '~/api/schema.gen';
import { addressLines, type ShownAddress } from '~/core';

/** An address of a customer as it is shown. */
export const customerAddress = (address: ShippingAddress): ShownAddress => ({
  line_1: address.shipping_line_1,
  line_2: address.shipping_line_2,
  city: address.shipping_city,
  state: address.shipping_state,
  postal_code: address.shipping_postal_code,
});

/** The address of a store as it is shown. */
export const storeAddress = (store: OrderLocation): ShownAddress => ({
  line_1: store.address_line_1,
  line_2: null,
  city: store.address_city,
  state: store.address_state,
  postal_code: store.address_postal_code,
});

/** An address on one line, as a sentence or a button says it. */
export const addressLine = (address: ShownAddress): string => addressLines(address).join(', ');

/** An address with every line, as core has them. `name`: who lives there, above them. */
export const AddressText = ({ address, name }: { address: ShownAddress; name?: string }) =>
  [...(name ? [name] : []), ...addressLines(address)].map((line, index) => (
    <Fragment key={line}>
      {index === 0 ? null : <br />}
      {line}
    </Fragment>
  ));
