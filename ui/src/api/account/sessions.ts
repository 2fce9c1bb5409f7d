import { type Query, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { forgetSession, isSignOutUnsent, rememberSignOut, resumeSession } from '~/lib/memory';
import { useBrowserValue } from '~/lib/prerendered';
import { accountQuery, claimPageFor } from './record';
import { cookie, endSession, setCustomer } from '~/api/client';
import type { Account } from '~/api/schema.gen';
import { setSessionOver } from './sessionEnd';

/** Whether this browser may hold a session. Scripts can read its anti-forgery cookie, but not the session. */
export const mayBeSignedIn = () => cookie('XSRF-TOKEN') !== null && !isSignOutUnsent();

/** `mayBeSignedIn` for a component. A screen that was rendered when the page was built is a visitor's. */
export const useMayBeSignedIn = () => useBrowserValue(mayBeSignedIn, false);

/** The queries of a customer's own data. */
const customers = { predicate: ({ meta }: Query) => meta?.['public'] !== true };

/** Signs out. The screen changes first; the call follows (spec A, section 4). */
export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: endSession,
    onMutate: () => {
      // Data that is still being loaded would be refused.
      void client.cancelQueries(customers);
      // Without a network the call waits, and the page is a visitor's meanwhile.
      rememberSignOut(true);
      setSessionOver(false);
      forgetSession();
    },
    meta: { saysUnreached: true },
  });
}

/** Forgets the customer in this tab after they signed out in another one, which tells the server. */
export function signedOutElsewhere(client: QueryClient): void {
  void client.cancelQueries(customers);
  setSessionOver(false);
  forgetSession();
  dropCustomer(client);
}

/** Makes the page `account`'s, and drops the data of the previous customer. */
export function startSession(client: QueryClient, account: Account): void {
  dropCustomer(client);
  setSessionOver(false);
  resumeSession(account.id);
  client.setQueryData(accountQuery.queryKey, claimPageFor(account));
}

/**
 * Drops the customer's data when the calling screen opens: sign-in, where every session ends. Not earlier, because a screen
 * that is still open would load the data again.
 */
export function useDropCustomer(): void {
  const client = useQueryClient();
  useEffect(() => dropCustomer(client), [client]);
}

function dropCustomer(client: QueryClient): void {
  setCustomer(null);
  client.removeQueries(customers);
}
