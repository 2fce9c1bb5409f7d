import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Responses } from '~/core';
import { api } from './client';
import { type Questionnaire, questionnaireQuery } from './questionnaire';

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

/** Saves answers. Saves of one profile go one after the other, so that an older answer never lands on a newer one. */
export function useSaveResponses(profileId: string | null) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: 'style-profile' },
    mutationFn: (responses: Responses) => {
      if (profileId === null) throw new Error('Answers belong to a customer: there is no style profile yet.');
      return api.patch<StyleProfile['data']>(`/style_profiles/${encodeURIComponent(profileId)}`, { responses });
    },
    onSuccess: ({ responses, stats }) => {
      client.setQueryData(questionnaireQuery.queryKey, (known: Questionnaire | undefined) =>
        known ? { ...known, responses, stats } : known,
      );
      client.setQueryData(styleProfileQuery.queryKey, (known: StyleProfile | undefined) =>
        known ? { ...known, data: { responses, stats } } : known,
      );
    },
  });
}
