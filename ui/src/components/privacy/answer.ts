import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { accountQuery } from '~/api/account';
import { type Said, sentOf } from '~/api/analytics';
import { api } from '~/api/client';
import { recallAnalytics, rememberAnalytics } from '~/lib/memory';

const listeners = new Set<() => void>();

function keep(said: Said | null): void {
  rememberAnalytics(said && JSON.stringify(said));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A visitor's answer to this version of the question; null if there is none. */
export function useVisitorsAnswer(version: string): boolean | null {
  const text = useSyncExternalStore(subscribe, recallAnalytics);
  const said: Said | null = text === null ? null : JSON.parse(text);
  return said?.version === version ? said.agreed : null;
}

/** Two random numbers of at most ten digits. */
const newClientId = () => Array.from(crypto.getRandomValues(new Uint32Array(2))).join('.');

/** Answers the question: for the customer if somebody is signed in, else for this browser's visitor. */
export function useAnswer(version: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (agreed: boolean) => {
      const said = { version, agreed, clientId: agreed ? newClientId() : null };
      const isCustomer = client.getQueryData(accountQuery.queryKey) !== undefined;
      if (isCustomer) {
        const account = await api.patch('/account', { body: { customer: sentOf(said) } });
        client.setQueryData(accountQuery.queryKey, account);
      }
      // Who refused as a customer is not asked again as a visitor; who agreed, agreed for the account.
      keep(isCustomer && agreed ? null : said);
    },
  });
}
