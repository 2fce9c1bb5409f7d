import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from './client';

/** A store of the retailer. */
export interface Location {
  id: string;
  name: string;
  address_line_1: string;
  address_city: string;
  address_state: string;
  address_postal_code: string;
}

export const locationsQuery = queryOptions({
  queryKey: ['locations'],
  queryFn: async ({ signal }) => (await api.get<{ locations: Location[] }>('/locations', { signal })).locations,
  staleTime: 60 * 60_000,
  meta: { public: true },
});

export const useLocations = () => useQuery(locationsQuery);
