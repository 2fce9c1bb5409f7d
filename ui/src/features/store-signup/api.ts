import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountQuery } from '~/api/account';
import { api } from '~/api/client';
import { errorsOf, issuesOf } from '~/api/errors';
import type { NewCustomer } from '~/api/schema.gen';
import { startSession } from '~/api/sessions';
import type { Issue } from '~/core';

type InStore = Pick<
  NewCustomer,
  'first_name' | 'last_name' | 'email' | 'registration_postal_code' | 'internal_note'
> & {
  recaptchaToken: string;
};

/** Makes an account in a store, and opens its session. The server makes a password, and sends a link to choose another. */
export function useRegisterInStore() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (customer: InStore) =>
      api.post('/registrations', { body: { customer: { ...customer, registered_in_store: true } } }),
    onSuccess: (account) => startSession(client, account),
  });
}

/** Changes the address of the account that was just made, and sends the link for a password there. */
export function useMendEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (customer: { email: string }) => api.patch('/registrations', { body: { customer } }),
    onSuccess: (account) => client.setQueryData(accountQuery.queryKey, account),
  });
}

/** Opens the session of the code that a store's tablet shows. */
export function useRedeemPhoneLink() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => api.put('/phone_links', { body: { phone_link: { token } } }),
    onSuccess: ({ account }) => startSession(client, account),
    // The screen says it in place.
    meta: { quiet: true },
  });
}

/** The code of a refused address that already has an account. */
export const emailTaken = 'email_invalid';

/** Shows it at the address. */
export const refusals = (error: unknown): Issue[] => {
  const known = errorsOf(error).find(({ code }) => code === emailTaken);
  return known ? [{ field: 'email', ...known }] : issuesOf(error);
};
