import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Responses } from '~/core';
import { api } from './client';

/** How far each section is answered. */
export type Stats = Record<string, { completion_percentage: number }>;

/** The customer's style profile. */
export interface StyleProfile {
  id: string;
  name: string | null;
  data: { responses: Responses; stats: Stats };
}

export const styleProfileQuery = queryOptions({
  queryKey: ['style-profile'],
  queryFn: ({ signal }) => api.get<StyleProfile>('/style_profiles/current', { signal }),
  staleTime: 5 * 60_000,
});

export const useStyleProfile = () => useQuery(styleProfileQuery);
