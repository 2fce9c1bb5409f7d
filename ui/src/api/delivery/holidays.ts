import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';

export const holidaysQuery = queryOptions({
  queryKey: ['holidays'],
  queryFn: ({ signal }) => api.get('/holidays', { signal, anonymous: true }),
  staleTime: 60 * 60_000,
  meta: { public: true },
});

export const useHolidays = () => useQuery(holidaysQuery);
