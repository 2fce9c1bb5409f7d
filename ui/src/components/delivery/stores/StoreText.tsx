import type { OrderLocation } from '~/api/schema.gen';
import { RowNote } from '~/components/layout/Rows';
import { storeAddress } from '~/api/account/postalAddress';
import { AddressText } from '~/components/account/address/AddressText';

/** A store in a row of facts: its name, and its address below. */
export const StoreText = ({ store }: { store: OrderLocation }) => (
  <>
    {store.name}
    <RowNote>
      <AddressText address={storeAddress(store)} />
    </RowNote>
  </>
);
