import type { OrderLocation } from '~/api/schema.gen';
import { storeAddress } from '~/api/account/postalAddress';
import { addressLine } from '~/components/account/address/AddressText';

/** A link to a map that shows a store. */
export const StoreMapLink = ({ store }: { store: OrderLocation }) => (
  <a
    href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(addressLine(storeAddress(store)))}`}
    target="_blank"
    rel="noreferrer"
  >
    Show it on a map<span className="unseen"> (opens in a new tab)</span>
  </a>
);
