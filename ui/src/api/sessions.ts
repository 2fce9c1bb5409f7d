import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { forgetSession, resumeSession } from '~/lib/memory';
import { type Account, accountQuery } from './account';
import { api, cookie } from './client';

/** Whether this browser may hold a session: its anti-forgery cookie is readable, the session itself is not. */
export const maySignedIn = () => cookie('XSRF-TOKEN') !== null;

/** Signs out. The screen leaves first; the session is destroyed behind it (spec A, section 4). */
export const useSignOut = () =>
  useMutation({
    // It reaches the server also where the customer leaves the page at once.
    mutationFn: () => api.delete<null>('/sessions', { keepalive: true }),
    onMutate: () => forgetSession(),
  });

/** The page now belongs to `account`: nothing of an earlier visitor stays. */
export function startSession(client: QueryClient, account: Account): void {
  dropCustomer(client);
  resumeSession(account.id);
  client.setQueryData(accountQuery.queryKey, account);
}

/**
 * Drops what was loaded for a customer when the screen that calls this opens: sign-in, where every session that ends
 * arrives. Not earlier: a screen that is still open would ask for its customer again.
 */
export function useDropCustomer(): void {
  const client = useQueryClient();
  useEffect(() => dropCustomer(client), [client]);
}

const dropCustomer = (client: QueryClient) =>
  client.removeQueries({ predicate: ({ meta }) => meta?.['public'] !== true });
