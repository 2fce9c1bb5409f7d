import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Account } from '~/api/account';
import { api } from '~/api/client';
import type { Credentials, Forgotten, NewPassword, SetPassword, SignIn } from '~/api/schema.gen';
import { startSession } from '~/api/sessions';

/** Signs in and drops the data of whoever used the page before. */
export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (customer: Required<Credentials>) => api.post<Account>('/sessions', { customer } satisfies SignIn),
    onSuccess: (account) => startSession(client, account),
  });
}

/** Requests a link that sets a new password. The answer is always the same, so errors are not shown. */
export const useRequestReset = () =>
  useMutation({
    mutationFn: (customer: { email: string }) => api.post<null>('/passwords', { customer } satisfies Forgotten),
    meta: { quiet: true },
  });

/** Sets the new password and opens a session. */
export function useResetPassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (customer: Required<NewPassword>) => api.put<Account>('/passwords', { customer } satisfies SetPassword),
    onSuccess: (account) => startSession(client, account),
  });
}
