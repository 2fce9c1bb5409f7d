import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { currentOrder, type Order, useOrders } from '~/api/orders';
import { orderCanCheckOut } from '~/core';
import { paths } from '~/paths';
import { Waiting } from './Waiting';

/** Shows a screen of the checkout with the box that can be checked out. If there is none, opens the dashboard. */
export function CheckoutGate({ title, children }: { title: string; children: (order: Order) => ReactNode }) {
  const { data: orders, isError, refetch } = useOrders();
  if (!orders) return <Waiting title={title} failed={isError} retry={() => void refetch()} />;
  const order = currentOrder(orders);
  if (!order || !orderCanCheckOut(order)) return <Navigate to={paths.dashboard} replace />;
  return children(order);
}
