import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from './client';

export const themeBoxesQuery = queryOptions({
  queryKey: ['theme boxes'],
  queryFn: async ({ signal }) => (await api.get('/current_themeboxes', { signal })).results,
  staleTime: 60 * 60_000,
  // The screens keep the room of what is loading.
  meta: { public: true, background: true },
});

export const useThemeBoxes = () => useQuery(themeBoxesQuery);
