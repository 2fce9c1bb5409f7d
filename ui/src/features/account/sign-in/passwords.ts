import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '~/api/client';
import type { ForgottenCustomer, NewPassword } from '~/api/schema.gen';
import { startSession } from '~/api/account/sessions';

/** The navigation state of the forgotten-password screen if it opened because the link was missing. */
export interface WithoutLink {
  withoutLink: true;
}

/** Requests a link that sets a new password. The answer is always the same, so errors are not shown. */
export const useRequestReset = () =>
  useMutation({
    mutationFn: (customer: ForgottenCustomer) => api.post('/passwords', { body: { customer } }),
    meta: { quiet: true },
  });

/** Sets the new password and opens a session. */
export function useResetPassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (customer: Required<NewPassword>) => api.put('/passwords', { body: { customer } }),
    onSuccess: (account) => startSession(client, account),
  });
}
