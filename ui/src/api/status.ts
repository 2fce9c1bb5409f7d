import { queryOptions, useQuery } from '@tanstack/react-query';
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

/** How far the server's clock is ahead of the browser's, in milliseconds. */
let ahead = 0;

export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: async ({ signal }) => {
    const asked = Date.now();
    const status = await api.get<Status>('/status', { signal });
    // The answer was written about half-way through the call.
    ahead = Date.parse(status.now) - (asked + Date.now()) / 2;
    return status;
  },
  staleTime: 10 * 60_000,
  meta: { public: true, background: true },
});

export const useStatus = () => useQuery(statusQuery);

/** The instant that it is, by the server's clock: what every rule takes as `now`. */
export const now = (): string => new Date(Date.now() + ahead).toISOString();
