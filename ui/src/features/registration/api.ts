import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Account } from '~/api/account';
import { api } from '~/api/client';
import type { NewCustomer, Register } from '~/api/schema.gen';
import { startSession } from '~/api/sessions';

/** The registration payload (spec A, section 3). The server's description leaves out the confirmation of the password. */
type Registration = Required<Omit<NewCustomer, 'registered_in_store'>> & { password_confirmation: string };

/** Makes an account and opens its session. */
export function useRegister() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (customer: Registration) => api.post<Account>('/registrations', { customer } satisfies Register),
    onSuccess: (account) => startSession(client, account),
  });
}
