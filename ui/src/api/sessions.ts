import { useMutation, useQueryClient } from '@tanstack/react-query';
import { forgetSession } from '~/memory';
import { type Account, accountQuery } from './account';
import { api, cookie } from './client';

/** What signs a customer in. */
export interface Credentials {
  email: string;
  password: string;
  recaptchaToken: string;
}

/** Whether this browser may hold a session: its anti-forgery cookie is readable, the session itself is not. */
export const maySignedIn = () => cookie('XSRF-TOKEN') !== null;

/** Signs in. What was loaded for whoever used the page before is dropped. */
export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (customer: Credentials) => api.post<Account>('/sessions', { customer }),
    onSuccess: (account) => startSession(client, account),
  });
}

/** Signs out. The screen leaves at once; the session is destroyed behind it (spec A, section 4). */
export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.delete<null>('/sessions'),
    onMutate: () => {
      forgetSession();
      client.clear();
    },
  });
}

/** The page now belongs to `account`: nothing of an earlier visitor stays. */
export function startSession(client: ReturnType<typeof useQueryClient>, account: Account): void {
  client.removeQueries({ predicate: ({ meta }) => meta?.['public'] !== true });
  client.setQueryData(accountQuery.queryKey, account);
}
