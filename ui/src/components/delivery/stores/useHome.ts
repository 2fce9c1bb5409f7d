import { useEffect, useState } from 'react';
import { useKnownAccount } from '~/api/account/record';
import { usePlace } from '~/api/delivery/postalCodes';
import type { PostalCodePlace } from '~/api/schema.gen';

/** How long the list waits for the place of the customer's ZIP code. */
const waitMs = 1_000;

/**
 * The place of the customer's ZIP code, by which the stores are sorted. It is decided once, soon after the stores are loaded.
 * If the place comes later, the list keeps its order while the customer reads it, and only shows the distances.
 */
export function useHome(areStoresThere: boolean) {
  const { place: known, looking } = usePlace(useKnownAccount()?.registration_postal_code ?? '');
  const [decided, setDecided] = useState<{ place: PostalCodePlace | null } | null>(null);
  if (decided === null && areStoresThere && !looking) setDecided({ place: known });

  const isWaiting = areStoresThere && decided === null;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setDecided({ place: null }), waitMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return { known, place: decided?.place ?? null, isDecided: decided !== null };
}
