import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from './client';

export const locationsQuery = queryOptions({
  queryKey: ['locations'],
  queryFn: async ({ signal }) => (await api.get('/locations', { signal })).locations,
  staleTime: 60 * 60_000,
  meta: { public: true },
});

export const useLocations = () => useQuery(locationsQuery);
