import type { CardholderBody, OrderLocation, PostalAddress, ShippingAddress } from '~/api/schema.gen';

/** A postal address, whether it is shown, typed or suggested. The API has it under several sets of names, which are read here. */
export type { PostalAddress };

/** A customer's shipping address. */
export const customerAddress = (address: ShippingAddress): PostalAddress => ({
  line_1: address.shipping_line_1,
  line_2: address.shipping_line_2,
  city: address.shipping_city,
  state: address.shipping_state,
  postal_code: address.shipping_postal_code,
});

export const storeAddress = (store: OrderLocation): PostalAddress => ({
  line_1: store.address_line_1,
  line_2: null,
  city: store.address_city,
  state: store.address_state,
  postal_code: store.address_postal_code,
});

export const holderAddress = (holder: CardholderBody): PostalAddress => ({
  line_1: holder.street_address1,
  line_2: holder.street_address2,
  city: holder.city,
  state: holder.state,
  postal_code: holder.zip_code,
});
