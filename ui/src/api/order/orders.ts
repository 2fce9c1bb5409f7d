import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  dashboardCurrentOrder,
  messagesText,
  ordersNothingCameBack,
  ordersStatusMessage,
  ordersWasLost,
  policy,
} from '~/core';
import { api } from '~/api/client';
import { setNewer } from '~/api/setNewer';
import type { LineItemBody, OrderBody, OutfitBody } from '~/api/schema.gen';

/** A garment in a box, and the customer's decision about it. */
export type LineItem = LineItemBody;

/** Garments that go together. */
export type Outfit = OutfitBody;

/** A box, from its order to its return. */
export type Order = OrderBody;

/** The first page of the customer's orders: those under way, then the newest. Only the history needs older ones. */
export const ordersQuery = queryOptions({
  queryKey: ['orders'],
  queryFn: async ({ signal }) =>
    (await api.get('/orders', { query: { limit: policy().history_page_size }, signal })).orders,
});

/** The customer's orders: those under way, then the newest. */
export const useOrders = () => useQuery(ordersQuery);

/** The current order, by core's `dashboard.current_order`. */
export function currentOrder(orders: readonly Order[]): Order | null {
  const current = dashboardCurrentOrder({ orders: orders.map(({ id, status }) => ({ id, status })) });
  return orders.find(({ id }) => id === current) ?? null;
}

/** Whether a box was lost on its way to the customer. */
export const wasLost = ({ status, outgoing_shipment }: Order) =>
  ordersWasLost({ status, tracking_code: outgoing_shipment?.tracking_code ?? null });

/** Whether the box's return is over and nothing of it has arrived. */
export const nothingCameBack = ({ status, line_items }: Order) =>
  ordersNothingCameBack({
    status,
    items: line_items.map(({ received, written_off }) => ({ received, written_off })),
  });

/** An order's status as the customer reads it. */
export const statusWords = (order: Order): string =>
  messagesText(
    ordersStatusMessage({
      status: order.status,
      was_lost: wasLost(order),
      nothing_came_back: nothingCameBack(order),
    }),
  );

/** Puts an order that the server answered into its place in the cached list. */
export function useKeepOrder() {
  const client = useQueryClient();
  return async (order: Order): Promise<void> => {
    const wereLoading = client.isFetching({ queryKey: ordersQuery.queryKey, exact: true }) > 0;
    await setNewer(client, ordersQuery.queryKey, (orders) =>
      orders?.some(({ id }) => id === order.id)
        ? orders.map((known) => (known.id === order.id ? order : known))
        : [order, ...(orders ?? [])],
    );
    // The other orders may have changed too.
    if (wereLoading) void client.invalidateQueries({ queryKey: ordersQuery.queryKey, exact: true });
  };
}

/** Whether a checkout of the order is being paid. */
export const isBeingPaid = ({ invoices }: Order) => invoices.some(({ status }) => status === 'processing');
