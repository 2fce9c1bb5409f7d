import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useKnownAccount } from '~/api/account';
import { currentOrder, type Order, ordersQuery } from '~/api/orders';
import { Unavailable } from '~/components/feedback/Unavailable';
import { Navigate } from '~/lib/router/Navigate';
import { paths } from '~/paths';
import { signupOf } from './onward';

interface WhileSigningUpProps {
  /** The path on which the customer goes on once the sign-up is over; the dashboard by default. */
  onward?: (current: Order | null) => string;
  children: ReactNode;
}

/** A step of the sign-up. Once that is over, it would ask for what counts no more: it leads on, also if Back led here. */
export function WhileSigningUp({ onward = () => paths.dashboard, children }: WhileSigningUpProps) {
  const account = useKnownAccount();
  // Nobody orders without a card.
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
