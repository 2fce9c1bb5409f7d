import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from './client';
import type { StyleProfileBody } from './schema.gen';

export const styleProfileQuery = queryOptions({
  queryKey: ['style-profile'],
  queryFn: ({ signal }) => api.get<StyleProfileBody>('/style_profiles/current', { signal }),
  staleTime: 5 * 60_000,
});

export const useStyleProfile = () => useQuery(styleProfileQuery);
