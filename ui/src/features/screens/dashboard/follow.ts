import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountQuery } from '~/api/account/record';
import { nextChargeQuery } from '~/api/payment/nextCharge';
import { ordersQuery } from '~/api/order/orders';
import { statusQuery } from '~/api/status';
import { isInFront, onReturn } from '~/lib/onReturn';

/** How often the dashboard reloads its data while a box is under way and the page is visible. */
const everyMs = 60_000;

/** Reloads the dashboard's data. A failure shows no toast, because it would come every minute, and the shown data stays. */
function askAgain(client: QueryClient): void {
  const quietly = { staleTime: 0, retry: false, meta: { quiet: true, background: true } } as const;
  const asked = [
    // The clock is set again too, because the tile's text depends on the time, and the device may have slept.
    client.fetchQuery({ ...statusQuery, ...quietly, meta: { ...statusQuery.meta, ...quietly.meta } }),
    client.fetchQuery({ ...accountQuery, ...quietly }),
    client.fetchQuery({ ...ordersQuery, ...quietly }),
    client.fetchQuery({ ...nextChargeQuery(), ...quietly }),
  ];
  for (const answer of asked) answer.catch(() => undefined);
}

/**
 * Keeps the dashboard's data up to date. Staff, the carrier, the bank, the subscription or another tab may change it. It is
 * reloaded when the window or tab comes to the front, and every minute while a box is under way and the page is visible.
 */
export function useAskingAgain(isUnderWay: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    const ask = () => askAgain(client);
    const timer = isUnderWay ? setInterval(() => isInFront() && ask(), everyMs) : undefined;
    const endAsking = onReturn(ask);
    return () => {
      clearInterval(timer);
      endAsking();
    };
  }, [client, isUnderWay]);
}
