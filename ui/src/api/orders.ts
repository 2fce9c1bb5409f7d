import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { dashboardCurrentOrder } from '~/core';
import { api } from './client';
import type { LineItemBody, OrderBody, OutfitBody } from './schema.gen';

/** A garment in a box, and the customer's decision about it. */
export type LineItem = LineItemBody;

/** Garments that a stylist combined. */
export type Outfit = OutfitBody;

/** A box, from its order to its return. */
export type Order = OrderBody;

export const ordersQuery = queryOptions({
  queryKey: ['orders'],
  queryFn: async ({ signal }) => (await api.get('/orders', { signal })).orders,
});

/** The customer's orders, newest first. */
export const useOrders = () => useQuery(ordersQuery);

/** The current order, by core's `dashboard.current_order`. */
export function currentOrder(orders: readonly Order[]): Order | null {
  const current = dashboardCurrentOrder({ orders: orders.map(({ id, status }) => ({ id, status })) });
  return orders.find(({ id }) => id === current) ?? null;
}

/** Puts an order that the server answered into its place in the cached list. */
export function useKeepOrder() {
  const client = useQueryClient();
  return (order: Order) =>
    client.setQueryData(ordersQuery.queryKey, (orders) =>
      orders?.some(({ id }) => id === order.id)
        ? orders.map((known) => (known.id === order.id ? order : known))
        : [order, ...(orders ?? [])],
    );
}
