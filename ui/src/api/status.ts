import { queryOptions, useQuery } from '@tanstack/react-query';
import { setClock } from '~/lib/time/clock';
import { api } from './client';

/** What the service says of itself. */
export interface Status {
  now: string;
  /** In demo mode: who can be tried out; null outside it. */
  demo: { customers: { email: string; password: string; about: string }[] } | null;
  version: string;
  rules_version: string;
  consent_version?: string | null;
}

export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: async ({ signal }) => {
    const askedAt = Date.now();
    const status = await api.get<Status>('/status', { signal });
    setClock(status.now, askedAt);
    return status;
  },
  staleTime: 10 * 60_000,
  meta: { public: true, background: true },
});

export const useStatus = () => useQuery(statusQuery);
