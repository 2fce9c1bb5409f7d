import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountQuery } from '~/api/account';
import { api } from '~/api/client';
import { ordersQuery } from '~/api/orders';
import { questionnaireQuery } from '~/api/style/questionnaire';
import type { Account, ChangeAccountBody, PasswordChangeForm } from '~/api/schema.gen';

/** The body that changes the account as the server has it now; null if there is nothing to send. */
type MakeChange = (latest: Account) => Promise<ChangeAccountBody | null>;

/** The outcome: the account as it is now, and whether it was changed by this call. */
interface SavedAccount {
  account: Account;
  isChanged: boolean;
}

/** Changes the account, after reading what another tab may have changed meanwhile. */
export const useSaveAccount = () =>
  useMutation({
    mutationFn: async (makeChange: MakeChange): Promise<SavedAccount> => {
      const latest = await api.get('/account');
      const body = await makeChange(latest);
      if (body === null) return { account: latest, isChanged: false };
      return { account: await api.patch('/account', { body }), isChanged: true };
    },
  });

/** Keeps the changed account, and loads again what follows from it: where a box goes, and the answers about store and stylist. */
export function useKeepAccount() {
  const client = useQueryClient();
  return (account: Account) => {
    client.setQueryData(accountQuery.queryKey, account);
    for (const { queryKey } of [ordersQuery, questionnaireQuery]) void client.invalidateQueries({ queryKey });
  };
}

/** Deletes an address to which boxes went before. */
export function useDeleteAddress() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete('/shipping_addresses/{id}', { path: { id } }),
    // Another tab may have deleted it before.
    onSettled: () => client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
}

/** Makes an address that is on file the main one. Boxes that are ordered already go where they were to go. */
export function useMakeMainAddress() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      api.patch('/shipping_addresses/{id}', { path: { id }, body: { shipping_address: { is_primary: true } } }),
    // Another tab may have deleted it before.
    onSettled: () => client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
}

/** Passwords as typed, in a function: what a mutation is called with is kept for a while, and a password is kept nowhere. */
type ReadPasswords = () => PasswordChangeForm;

/** Changes the password by the current one. All other sessions end. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (read: ReadPasswords) => api.put('/registrations', { body: { customer: read() } }),
    gcTime: 0,
    onSuccess: (account) => client.setQueryData(accountQuery.queryKey, account),
  });
}
