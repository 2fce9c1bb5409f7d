import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountQuery } from '~/api/account';
import { nextChargeQuery } from '~/api/nextCharge';
import { ordersQuery } from '~/api/orders';
import { statusQuery } from '~/api/status';

/** How often the dashboard asks again while a box is under way and the page is seen. */
const everyMs = 60_000;

/** Asks again for what the dashboard shows. A failure shows no toast: it would come each minute, and what is shown stays. */
function askAgain(client: QueryClient): void {
  const quietly = { staleTime: 0, retry: false, meta: { quiet: true, background: true } } as const;
  const asked = [
    // The clock too: a device that slept, or a day that has passed, changes what the tile says.
    client.fetchQuery({ ...statusQuery, ...quietly, meta: { ...statusQuery.meta, ...quietly.meta } }),
    client.fetchQuery({ ...accountQuery, ...quietly }),
    client.fetchQuery({ ...ordersQuery, ...quietly }),
    client.fetchQuery({ ...nextChargeQuery(), ...quietly }),
  ];
  for (const answer of asked) answer.catch(() => undefined);
}

/**
 * What the dashboard shows changes without the customer: by staff, the carrier, the bank, the subscription, another tab. It asks
 * again when its window or tab comes to the front, and every minute while a box is under way and the page is seen.
 */
export function useAskingAgain(isUnderWay: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState !== 'hidden') askAgain(client);
    };
    const timer = isUnderWay ? setInterval(ask, everyMs) : undefined;
    window.addEventListener('focus', ask);
    window.addEventListener('pageshow', ask);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', ask);
      window.removeEventListener('pageshow', ask);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [client, isUnderWay]);
}
