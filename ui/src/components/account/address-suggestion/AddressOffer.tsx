import { lazy, Suspense } from 'react';
import type { ShippingAddress } from '~/api/schema.gen';

/** Few addresses have a suggestion. */
const SavedSuggestion = lazy(() => import('./SavedSuggestion'));

interface AddressOfferProps {
  /** An address on file. */
  address: ShippingAddress | null | undefined;
  /** Called before the suggested address is saved. */
  onUse?: () => void;
}

/** Offers how the address check writes an address that is on file; nothing if it has no suggestion. */
export const AddressOffer = ({ address, onUse }: AddressOfferProps) =>
  address?.suggestion ? (
    <Suspense fallback={null}>
      <SavedSuggestion address={address} suggestion={address.suggestion} onUse={onUse} />
    </Suspense>
  ) : null;
