import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { accountQuery } from '~/api/account/record';
import { consentFields, visitorConsent } from '~/api/account/analytics';
import { api } from '~/api/client';
import { ApiError } from '~/api/errors';
import { mayBeSignedIn } from '~/api/account/sessions';
import { setNewer } from '~/api/setNewer';
import { onMemoryChange, rememberConsent, type VisitorConsent } from '~/lib/memory';

/** Whether a visitor of this browser agreed; null if they have not answered the question. */
export const useVisitorConsent = (): boolean | null =>
  useSyncExternalStore(onMemoryChange, () => visitorConsent()?.agreed ?? null);

/** A new client id: two random numbers of at most ten digits. */
const newClientId = () => Array.from(crypto.getRandomValues(new Uint32Array(2))).join('.');

/** Whether somebody is signed in. Not every screen has loaded the account. Fails if that is not known. */
async function isSignedIn(client: QueryClient): Promise<boolean> {
  if (client.getQueryData(accountQuery.queryKey) !== undefined) return true;
  if (!mayBeSignedIn()) return false;
  try {
    // The mutation shows the failure.
    await client.fetchQuery({ ...accountQuery, meta: { quiet: true } });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return false;
    throw error;
  }
}

/**
 * Saves the answer to the analytics question: for the customer if somebody is signed in, otherwise for this browser's
 * visitor.
 */
export function useAnswerConsent(version: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (agreed: boolean) => {
      const consent: VisitorConsent = { version, agreed, clientId: agreed ? newClientId() : null };
      const isCustomer = await isSignedIn(client);
      if (isCustomer) {
        const account = await api.patch('/account', { body: { customer: consentFields(consent) } });
        await setNewer(client, accountQuery.queryKey, account);
      }
      // A customer who refused is not asked again as a visitor. A customer who agreed did so for the account alone.
      rememberConsent(isCustomer && agreed ? null : consent);
    },
  });
}
