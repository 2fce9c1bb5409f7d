import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from './client';
import type { ChangedFormFields } from './schema.gen';

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => api.get('/account', { signal }),
  staleTime: 5 * 60_000,
});

export const useAccount = () => useQuery(accountQuery);

/** Changes the customer's record. */
export function useChangeAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (customer: ChangedFormFields) => api.patch('/account', { body: { customer } }),
    onSuccess: (account) => client.setQueryData(accountQuery.queryKey, account),
  });
}
