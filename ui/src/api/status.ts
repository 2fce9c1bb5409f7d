import { queryOptions, useQuery } from '@tanstack/react-query';
import { takeEarly } from '~/lib/early';
import { setClock } from '~/lib/time/clock';
import { shortTimeoutMs } from '~/lib/time/shortTimeout';
import { api } from './client';

export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: async ({ signal }) => {
    const early = takeEarly('/api/status');
    const askedAt = early?.askedAt ?? Date.now();
    const status = await api.get('/status', { signal, timeoutMs: shortTimeoutMs, early: early?.response });
    setClock(status.now, askedAt, early?.answeredAt ?? undefined);
    return status;
  },
  staleTime: 10 * 60_000,
  meta: { public: true, background: true, saysUnreached: true },
});

export const useStatus = () => useQuery(statusQuery);

/** The status if it is loaded. The page's start asks for it once the first screen is shown. */
export const useKnownStatus = () => useQuery({ ...statusQuery, enabled: false }).data;
