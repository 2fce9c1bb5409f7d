import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { accountQuery } from '~/api/account/record';
import { ordersQuery } from '~/api/order/orders';
import type { Screen } from '~/components/layout/screen';
import { LoadingOverlay } from './LoadingOverlay';

/** Whether the open screen is the page's first one. For that, everything is loaded anyway. */
export const IsFirstScreen = createContext(true);

/** Whether the customer is still at the page's first path. */
export function useIsFirstScreen(pathname: string): boolean {
  const [first] = useState(pathname);
  const [hasMoved, setMoved] = useState(false);
  if (!hasMoved && pathname !== first) setMoved(true);
  return !hasMoved && pathname === first;
}

interface FreshRecordProps {
  decidesBy: NonNullable<Screen['decidesBy']>;
  children: ReactNode;
}

/**
 * Shows a screen once the record that its decisions depend on has been loaded again. What was loaded for an earlier screen
 * may be out of date: staff, the bank or another tab may have changed it. If the record cannot be loaded, the screen opens
 * with what is known.
 */
export function FreshRecord({ decidesBy, children }: FreshRecordProps) {
  const client = useQueryClient();
  const [isRead, setRead] = useState(use(IsFirstScreen));
  useEffect(() => {
    if (isRead) return undefined;
    let isLeft = false;
    // A failure shows nothing: the screen says itself what it could not load. The overlay below covers the page already.
    const fresh = { staleTime: 0, retry: false, meta: { quiet: true, background: true } } as const;
    const account = client.fetchQuery({ ...accountQuery, ...fresh });
    const orders = decidesBy === 'orders' ? client.fetchQuery({ ...ordersQuery, ...fresh }) : null;
    void Promise.allSettled([account, orders]).then(() => {
      if (!isLeft) setRead(true);
    });
    return () => {
      isLeft = true;
    };
  }, [client, decidesBy, isRead]);
  return isRead ? children : <LoadingOverlay always />;
}
