import { queryOptions, useQuery } from '@tanstack/react-query';
import { storesVisible } from '~/core';
import { api } from '~/api/client';
import type { LocationBody } from '~/api/schema.gen';

export type Store = LocationBody;

export const locationsQuery = queryOptions({
  queryKey: ['locations'],
  queryFn: async ({ signal }) => (await api.get('/locations', { signal, anonymous: true })).locations,
  // A store can close while a page is open.
  staleTime: 60_000,
  // A list of stores reserves its place while they load.
  meta: { public: true, background: true },
});

export const useLocations = () => useQuery(locationsQuery);

/** The stores that core lets a customer choose from, in the server's order. */
export function offeredStores(locations: readonly Store[]): Store[] {
  const labels = (stores: readonly Store[]) => stores.map(({ label }) => label);
  const visible = new Set(
    storesVisible({ stores: labels(locations), hidden: labels(locations.filter(({ hidden }) => hidden)) }),
  );
  return locations.filter(({ label }) => visible.has(label));
}

/** The offered stores at which a box can be picked up. */
export const pickupStores = (locations: readonly Store[]): Store[] =>
  offeredStores(locations).filter(({ pickup }) => pickup);

/** The stores at which a box can be picked up, and all locations; null until they are loaded. */
export function usePickupStores() {
  const { data: locations, isError, refetch } = useLocations();
  return {
    locations: locations ?? null,
    stores: locations ? pickupStores(locations) : null,
    failed: isError,
    retry: () => void refetch(),
  };
}

/** The store that an answer names, by its label; null if none is offered under it. */
export const pickupStoreCalled = (label: string | null, locations: readonly Store[]): Store | null =>
  pickupStores(locations).find((store) => store.label === label) ?? null;

/** The first day on which a box that is ordered now can be ready at a store; null if there is none. */
export const readyDateQuery = (store: string) =>
  queryOptions({
    queryKey: ['ready date', store],
    queryFn: async ({ signal }) => {
      const path = { id: store };
      return (await api.get('/locations/{id}/estimated_delivery_date', { path, signal })).estimated_delivery_date;
    },
    staleTime: 60_000,
    meta: { public: true, background: true },
  });
