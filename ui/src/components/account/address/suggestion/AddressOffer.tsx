import { Suspense } from 'react';
import type { ShippingAddress } from '~/api/schema.gen';
import { optionalPart } from '~/components/feedback/latePart';

/** Loaded on demand: few addresses have a suggestion. */
const SavedSuggestion = optionalPart(() => import('./SavedSuggestion'));

interface AddressOfferProps {
  /** An address on file. */
  address: ShippingAddress | null | undefined;
  /** Called before the suggested address is saved. */
  onUse?: () => void;
}

/** Offers the address check's suggestion for an address on file; shows nothing if there is none. */
export const AddressOffer = ({ address, onUse }: AddressOfferProps) =>
  address?.suggestion ? (
    <Suspense fallback={null}>
      <SavedSuggestion address={address} suggestion={address.suggestion} onUse={onUse} />
    </Suspense>
  ) : null;
