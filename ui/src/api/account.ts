import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, shortTimeoutMs } from './client';
import type { ChangedFormFields } from './schema.gen';

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => api.get('/account', { signal, timeoutMs: shortTimeoutMs }),
  staleTime: 5 * 60_000,
  meta: { saysUnreached: true },
});

export const useAccount = () => useQuery(accountQuery);

/** The customer's record if it is loaded. Public screens do not ask for it, because a visitor has none. */
export const useKnownAccount = () => useQuery({ ...accountQuery, enabled: false }).data;

/** Changes the customer's record. If it is `quiet`, a failure shows nothing. */
export function useChangeAccount({ quiet = false } = {}) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet },
    mutationFn: (customer: ChangedFormFields) => api.patch('/account', { body: { customer } }),
    onSuccess: (account) => client.setQueryData(accountQuery.queryKey, account),
  });
}
