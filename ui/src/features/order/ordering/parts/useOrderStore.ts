import { usePickupStores } from '~/api/delivery/locations';
import type { Order } from '~/api/order/orders';
import type { Account } from '~/api/schema.gen';

/** The stores that offer pick-up, and the chosen one: the choice here, otherwise the order's or the customer's store. */
export function useOrderStore(chosen: string | null, known: Order | Account) {
  const { locations, stores, failed, retry } = usePickupStores();
  const wanted = chosen ?? known.assigned_location_id;
  const store = stores?.find(({ id }) => id === wanted) ?? null;
  const former = locations?.find(({ id, pickup }) => id === wanted && pickup && store === null);
  return {
    stores,
    store,
    gone: former?.label ?? null,
    failed,
    retry,
    idOf: (label: string) => stores?.find((one) => one.label === label)?.id ?? null,
  };
}
