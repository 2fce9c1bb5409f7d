import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountQuery } from '~/api/account/record';
import { api } from '~/api/client';
import type { Credentials } from '~/api/schema.gen';
import { startSession } from '~/api/account/sessions';

/** Signs in and drops the previous customer's data. */
export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (customer: Required<Credentials>) => api.post('/sessions', { body: { customer } }),
    onSuccess: (account) => startSession(client, account),
  });
}

/** Confirms a new email address with the token from the link that was sent there. */
export function useConfirmEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => api.post('/email_confirmations', { body: { token } }),
    onSuccess: () => client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
}
