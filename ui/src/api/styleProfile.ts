import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from './client';

export const styleProfileQuery = queryOptions({
  queryKey: ['style-profile'],
  queryFn: ({ signal }) => api.get('/style_profiles/{id}', { path: { id: 'current' }, signal }),
  staleTime: 5 * 60_000,
});

export const useStyleProfile = () => useQuery(styleProfileQuery);
