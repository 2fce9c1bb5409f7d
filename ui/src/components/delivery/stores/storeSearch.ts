import type { Store } from '~/api/delivery/locations';
import type { PostalCodePlace } from '~/api/schema.gen';
import { storesFound } from '~/core';

/** The stores of a place by their distance. */
export const ranksOf = (place: PostalCodePlace | null) =>
  new Map(place?.stores.map((store, rank) => [store.id, { ...store, rank }]));

interface StoreSearch {
  /** Null until they are loaded. */
  stores: readonly Store[] | null;
  search: string;
  /** The place of a searched ZIP code. */
  searched: { place: PostalCodePlace | null; looking: boolean };
  /** The label of the store that was chosen when the list opened. It comes first, so that it is visible without scrolling. */
  first: string | null;
  /** The stores by their distance from the searched place, or from the customer. */
  order: ReturnType<typeof ranksOf>;
}

/** The found stores in their order, and whether the chosen one stands above nearer ones. */
export function foundStores({ stores, search, searched, first, order }: StoreSearch) {
  const isFirst = ({ label }: Store) => label === first && !searched.place;
  const rank = (store: Store) => (isFirst(store) ? -1 : (order.get(store.id)?.rank ?? order.size));
  const matching = stores ? findStores(stores, search) : [];
  // A ZIP code finds all stores. While it is looked up, the list does not say that there is none.
  const isAll = searched.place !== null || (searched.looking && matching.length === 0);
  const found = (isAll ? (stores ?? []) : matching).toSorted(
    (a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en'),
  );
  const [top] = found;
  return { found, isFirstChosen: top !== undefined && isFirst(top) && order.get(top.id)?.rank !== 0 };
}

/** The stores that core's search finds. */
function findStores(stores: readonly Store[], search: string): Store[] {
  const found = new Set(storesFound({ search, stores: [...stores] }));
  return stores.filter(({ id }) => found.has(id));
}
