import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import type { HolidaysBody } from '~/api/schema.gen';

export const holidaysQuery = queryOptions({
  queryKey: ['holidays'],
  queryFn: ({ signal }) => api.get<HolidaysBody>('/holidays', { signal }),
  staleTime: 60 * 60_000,
  meta: { public: true },
});

export const useHolidays = () => useQuery(holidaysQuery);
