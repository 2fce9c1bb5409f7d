import type { ReactNode } from 'react';
import { currentOrder, isBeingPaid, type Order, useOrders } from '~/api/order/orders';
import { orderCanCheckOut, orderCanDecide } from '~/core';
import { Navigate } from '~/lib/router/Navigate';
import { paths } from '~/paths';
import { Waiting } from './Waiting';

/**
 * Shows a screen of the checkout for the present box. If only the payment is left, opens the payment instead; if there is no
 * box to check out, the dashboard.
 */
export function CheckoutGate({ title, children }: { title: string; children: (order: Order) => ReactNode }) {
  const { data: orders, error, refetch } = useOrders();
  if (!orders) return <Waiting title={title} error={error} retry={() => void refetch()} />;
  const order = currentOrder(orders);
  if (!order || !orderCanCheckOut(order)) return <Navigate to={paths.dashboard} replace />;
  if (!orderCanDecide({ ...order, is_being_paid: isBeingPaid(order) })) return <Navigate to={paths.checkout} replace />;
  return children(order);
}
