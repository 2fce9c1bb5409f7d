import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { accountQuery } from '~/api/account';
import { type Said, sentOf } from '~/api/analytics';
import { api } from '~/api/client';
import { ApiError } from '~/api/errors';
import { mayBeSignedIn } from '~/api/sessions';
import { onMemoryChange, recallAnalytics, rememberAnalytics } from '~/lib/memory';

const keep = (said: Said | null): void => rememberAnalytics(said && JSON.stringify(said));

/** A visitor's answer to this version of the question; null if there is none. */
export function useVisitorsAnswer(version: string): boolean | null {
  const text = useSyncExternalStore(onMemoryChange, recallAnalytics);
  const said: Said | null = text === null ? null : JSON.parse(text);
  return said?.version === version ? said.agreed : null;
}

/** Two random numbers of at most ten digits. */
const newClientId = () => Array.from(crypto.getRandomValues(new Uint32Array(2))).join('.');

/** Whether somebody is signed in. Not every screen has loaded the account. Fails if that is not known. */
async function isSignedIn(client: QueryClient): Promise<boolean> {
  if (client.getQueryData(accountQuery.queryKey) !== undefined) return true;
  if (!mayBeSignedIn()) return false;
  try {
    // The answer's own failure is shown.
    await client.fetchQuery({ ...accountQuery, meta: { quiet: true } });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return false;
    throw error;
  }
}

/** Answers the question: for the customer if somebody is signed in, else for this browser's visitor. */
export function useAnswer(version: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (agreed: boolean) => {
      const said = { version, agreed, clientId: agreed ? newClientId() : null };
      const isCustomer = await isSignedIn(client);
      if (isCustomer) {
        const account = await api.patch('/account', { body: { customer: sentOf(said) } });
        client.setQueryData(accountQuery.queryKey, account);
      }
      // Who refused as a customer is not asked again as a visitor; who agreed, agreed for the account.
      keep(isCustomer && agreed ? null : said);
    },
  });
}
