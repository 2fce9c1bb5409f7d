import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { belongsTo } from '~/lib/memory';
import { shortTimeoutMs } from '~/lib/time/shortTimeout';
import { api, setCustomer } from '~/api/client';
import { setNewer } from '~/api/setNewer';
import type { Account, ChangedFormFields, ShippingAddress } from '~/api/schema.gen';

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ signal }) => claimPageFor(await api.get('/account', { signal, timeoutMs: shortTimeoutMs })),
  meta: { saysUnreached: true },
});

/** Makes this customer the one whose page this is. Whatever the tab keeps of another customer is forgotten. */
export function claimPageFor(account: Account): Account {
  belongsTo(account.id);
  setCustomer(account.id);
  return account;
}

export const useAccount = () => useQuery(accountQuery);

/**
 * The customer's current record, for a page whose decisions depend on it: undefined until it is loaded again; the known
 * record if that fails.
 */
export function useFreshAccount() {
  const account = useQuery({ ...accountQuery, refetchOnMount: 'always' });
  return account.isFetchedAfterMount || !account.isFetching ? account.data : undefined;
}

/** The customer's record if it is loaded. Public screens do not ask for it, because a visitor has none. */
export const useKnownAccount = () => useQuery({ ...accountQuery, enabled: false }).data;

interface ChangeOptions {
  /** Whether a failure shows no toast. */
  quiet?: boolean;
  /** Changes with the same `scope` are made one after the other. */
  scope?: { id: string };
}

/** Changes the customer's record. */
export function useChangeAccount({ quiet = false, scope }: ChangeOptions = {}) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet },
    mutationFn: (customer: ChangedFormFields) => changeAccount(client, customer),
    ...(scope ? { scope } : {}),
  });
}

export async function changeAccount(client: QueryClient, customer: ChangedFormFields): Promise<void> {
  await setNewer(client, accountQuery.queryKey, await api.patch('/account', { body: { customer } }));
}

/** The address that boxes go to; null if there is none. */
export const primaryAddress = ({ shipping_addresses }: Account): ShippingAddress | null =>
  shipping_addresses.find(({ is_primary }) => is_primary) ?? null;
