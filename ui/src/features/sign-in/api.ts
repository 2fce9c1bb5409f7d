import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Account } from '~/api/account';
import { api } from '~/api/client';
import { startSession } from '~/api/sessions';

/** What signs a customer in. */
export interface Credentials {
  email: string;
  password: string;
  recaptchaToken: string;
}

/** Signs in. What was loaded for whoever used the page before is dropped. */
export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (customer: Credentials) => api.post<Account>('/sessions', { customer }),
    onSuccess: (account) => startSession(client, account),
  });
}

/** Asks for a link that sets a new password. The answer is always alike, so its errors are nobody's to see. */
export const useRequestReset = () =>
  useMutation({
    mutationFn: (customer: { email: string }) => api.post<null>('/passwords', { customer }),
    meta: { quiet: true },
  });

/** A new password, with the token of the link that was sent. */
export interface NewPassword {
  email: string | null;
  password: string;
  password_confirmation: string;
  reset_password_token: string;
}

/** Sets the new password and opens a session. */
export function useResetPassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (customer: NewPassword) => api.put<Account>('/passwords', { customer }),
    onSuccess: (account) => startSession(client, account),
  });
}
