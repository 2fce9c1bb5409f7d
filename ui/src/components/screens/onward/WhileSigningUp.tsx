import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useKnownAccount } from '~/api/account/record';
import { currentOrder, type Order, ordersQuery } from '~/api/order/orders';
import { Unavailable } from '~/components/feedback/Unavailable';
import { Navigate } from '~/lib/router/Navigate';
import { paths } from '~/paths';
import { signupOf } from './onward';

interface WhileSigningUpProps {
  /** The path to which the customer is sent once the sign-up is finished; the dashboard by default. */
  onward?: (current: Order | null) => string;
  children: ReactNode;
}

/**
 * A step of the sign-up. Once the sign-up is finished, the step's answers no longer matter, so the customer is sent to
 * `onward`, even if they came with Back.
 */
export function WhileSigningUp({ onward = () => paths.dashboard, children }: WhileSigningUpProps) {
  const account = useKnownAccount();
  // Without a card nothing can be ordered, so the sign-up cannot be finished.
  const mayBeOver = account?.billing_info_complete === true;
  const orders = useQuery({ ...ordersQuery, refetchOnMount: 'always', enabled: mayBeOver });
  if (!mayBeOver) return children;
  if (!orders.data) {
    const retry = () => void orders.refetch();
    return orders.isError ? <Unavailable title="This page could not be loaded" retry={retry} /> : null;
  }
  return signupOf(account, orders.data) === null ? (
    <Navigate to={onward(currentOrder(orders.data))} replace />
  ) : (
    children
  );
}
