import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '~/api/client';
import type { NewCustomer } from '~/api/schema.gen';
import { startSession } from '~/api/sessions';

/** The registration payload (spec A, section 3). Only a store sends the field that is left out. */
type Registration = Required<Omit<NewCustomer, 'registered_in_store'>>;

/** Makes an account and opens its session. */
export function useRegister() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (customer: Registration) => api.post('/registrations', { body: { customer } }),
    onSuccess: (account) => startSession(client, account),
  });
}
