import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { accountQuery } from '~/api/account/record';
import { api } from '~/api/client';
import { soonForgottenMs } from '~/api/forgetting';
import { ordersQuery } from '~/api/order/orders';
import type { CloseAccount } from '~/api/schema.gen';
import { setNewer } from '~/api/setNewer';
import { forgetSession } from '~/lib/memory';

/** The devices that are signed in to the account, the latest sign-in first. */
export const devicesQuery = queryOptions({
  queryKey: ['account', 'devices'],
  queryFn: async ({ signal }) => (await api.get('/account/devices', { signal })).devices,
});

/** Signs a device out. */
export function useEndDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete('/account/devices/{id}', { path: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  });
}

/** Signs every other device out. */
export function useEndOtherDevices() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.delete('/account/devices'),
    onSettled: () => client.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  });
}

/** Saves a copy of all data about the customer as a file. */
export const useDownloadData = () =>
  useMutation({
    mutationFn: async (name: string) => {
      const data = await api.get('/account/export');
      const href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
      const link = document.createElement('a');
      link.href = href;
      link.download = name;
      link.click();
      URL.revokeObjectURL(href);
    },
  });

/** Withdraws a new email address that is not confirmed yet. */
export function useWithdrawEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.delete('/account/pending_email'),
    onSettled: () => client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
}

/**
 * Sends the link of a new email address again. The link may have been opened or expired meanwhile, so the account is
 * reloaded.
 */
export function useSendLinkAgain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post('/account/pending_email'),
    onSettled: () => void client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
}

/**
 * Closes the account. The password is returned by a function, because a mutation's arguments are kept for a while, and a
 * password must not be kept.
 */
export function useCloseAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (read: () => CloseAccount) => api.post('/account/close', { body: read() }),
    gcTime: soonForgottenMs,
    onSuccess: ({ closing }) => {
      if (closing === null) {
        forgetSession();
        return;
      }
      for (const { queryKey } of [accountQuery, ordersQuery]) void client.invalidateQueries({ queryKey });
    },
  });
}

/** Keeps an account that is being closed. */
export function useKeepOpen() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.delete('/account/close'),
    onSuccess: (account) => setNewer(client, accountQuery.queryKey, account),
  });
}
