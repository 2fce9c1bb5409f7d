import { type Store, usePickupStores } from '~/api/delivery/locations';
import { storeRef, textOf } from '~/api/style/pickupPlan';
import { policy, type Responses } from '~/core';

/** The stores at which a box can be picked up, and the chosen one. */
export interface PickupStore {
  /** Null until they are loaded. */
  stores: readonly Store[] | null;
  store: Store | null;
  /** The label of a chosen store that is not offered any more. */
  gone: string | null;
  failed: boolean;
  retry: () => void;
}

export function usePickupStore(responses: Responses): PickupStore {
  const { stores, failed, retry } = usePickupStores();
  const chosen = textOf(responses[storeRef()]);
  const store = stores?.find(({ label }) => label === chosen) ?? null;
  const isGone = stores !== null && store === null && chosen !== policy().no_preference;
  return { stores, store, gone: isGone ? chosen : null, failed, retry };
}
