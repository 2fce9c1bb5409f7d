import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '~/api/client';
import type { Credentials } from '~/api/schema.gen';
import { startSession } from '~/api/sessions';

/** Signs in and drops the data of whoever used the page before. */
export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (customer: Required<Credentials>) => api.post('/sessions', { body: { customer } }),
    onSuccess: (account) => startSession(client, account),
  });
}
