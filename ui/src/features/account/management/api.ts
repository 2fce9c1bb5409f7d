import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountQuery } from '~/api/account/record';
import { api } from '~/api/client';
import { soonForgottenMs } from '~/api/forgetting';
import { ordersQuery } from '~/api/order/orders';
import { questionnaireQuery } from '~/api/style/questionnaire';
import type { Account, ChangeAccountBody, PasswordChangeForm } from '~/api/schema.gen';
import { setNewer } from '~/api/setNewer';

/** Makes the body that changes the server's present account; null if there is nothing to send. */
type MakeChange = (latest: Account) => Promise<ChangeAccountBody | null>;

/** The account after the call, and whether the call changed it. */
interface SavedAccount {
  account: Account;
  isChanged: boolean;
}

/** Changes the account, after loading it again, because another tab may have changed it meanwhile. */
export const useSaveAccount = () =>
  useMutation({
    mutationFn: async (makeChange: MakeChange): Promise<SavedAccount> => {
      const latest = await api.get('/account');
      const body = await makeChange(latest);
      if (body === null) return { account: latest, isChanged: false };
      return { account: await api.patch('/account', { body }), isChanged: true };
    },
  });

/**
 * Keeps the changed account, and reloads what depends on it: the orders' addresses, and the answers about store and stylist.
 */
export function useKeepAccount() {
  const client = useQueryClient();
  return async (account: Account): Promise<void> => {
    await setNewer(client, accountQuery.queryKey, account);
    for (const { queryKey } of [ordersQuery, questionnaireQuery]) void client.invalidateQueries({ queryKey });
  };
}

/** Deletes an address that is not the main one. */
export function useDeleteAddress() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete('/shipping_addresses/{id}', { path: { id } }),
    // Another tab may have deleted it before.
    onSettled: () => client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
}

/** Makes an address on file the main one. Boxes that are already ordered keep their address. */
export function useMakeMainAddress() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      api.patch('/shipping_addresses/{id}', { path: { id }, body: { shipping_address: { is_primary: true } } }),
    // Another tab may have deleted it before.
    onSettled: () => client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
}

/**
 * A function that returns the typed passwords. A mutation's arguments are kept for a while, and a password must not be kept.
 */
type ReadPasswords = () => PasswordChangeForm;

/** Changes the password; the current one is needed for that. All other sessions end. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (read: ReadPasswords) => api.put('/registrations', { body: { customer: read() } }),
    gcTime: soonForgottenMs,
    onSuccess: (account) => setNewer(client, accountQuery.queryKey, account),
  });
}
