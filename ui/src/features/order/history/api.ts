import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '~/api/client';
import { nextBoxNoteQuery } from '~/api/order/nextBoxNote';
import type { Order } from '~/api/order/orders';
import { setNewer } from '~/api/setNewer';
import {
  historyGroupLines,
  ordersDate,
  ordersPrevious,
  orderTotals,
  policy,
  purchaseHistoryAppend,
  purchaseHistoryVisible,
  stylistNotesList,
} from '~/core';

/** The pages as one list with each order once, and whether the last page is loaded, by core. */
export function listed(pages: readonly (readonly Order[])[]): { orders: Order[]; reachedEnd: boolean } {
  const byId = new Map<string, Order>();
  let list: { ids: string[]; reached_end: boolean } = { ids: [], reached_end: false };
  for (const page of pages) {
    for (const order of page) if (!byId.has(order.id)) byId.set(order.id, order);
    list = purchaseHistoryAppend({ have: list.ids, page: page.map(({ id }) => id) });
  }
  return { orders: pick(byId, list.ids), reachedEnd: list.reached_end };
}

const pick = (byId: ReadonlyMap<string, Order>, ids: readonly string[]) =>
  ids.flatMap((id) => {
    const order = byId.get(id);
    return order ? [order] : [];
  });

/** The orders with these ids, in that order. */
export const withIds = (orders: readonly Order[], ids: readonly string[]) =>
  pick(new Map(orders.map((order) => [order.id, order])), ids);

const nextPage = (_last: Order[], pages: Order[][]) => (listed(pages).reachedEnd ? undefined : pages.length);

/** All orders, the newest first. */
export const ordersByPage = infiniteQueryOptions({
  queryKey: ['orders', 'by page'],
  queryFn: async ({ pageParam: page, signal }) =>
    (await api.get('/orders', { query: { page, limit: policy().history_page_size }, signal })).orders,
  initialPageParam: 0,
  getNextPageParam: nextPage,
});

/** All orders, the last delivered one first. If `sought` is not empty, only those with an item of that name or brand. */
export const deliveriesByPage = (sought = '') =>
  infiniteQueryOptions({
    queryKey: ['orders', 'by delivery', sought],
    queryFn: async ({ pageParam: page, signal }) => {
      const limit = policy().history_page_size;
      const query = { limit, offset: page * limit, sort: 'delivery_date', order: 'desc' } as const;
      const found = await api.get('/orders/all', { query: sought === '' ? query : { ...query, q: sought }, signal });
      return found.orders;
    },
    initialPageParam: 0,
    getNextPageParam: nextPage,
  });

/** An order by its id. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'one', id],
    queryFn: ({ signal }) => api.get('/orders/{id}', { path: { id }, signal }),
  });

/** The day under which an order is listed. */
export const dateOf = ({ delivery_date, expected_delivery_date, created_at }: Order) =>
  ordersDate({ delivery_date, expected_delivery_date, created_at });

/** The ids of the orders that the list of orders shows. */
export const previousIds = (orders: readonly Order[]) =>
  ordersPrevious({ orders: orders.map((order) => ({ id: order.id, status: order.status, date: dateOf(order) })) });

/** The ids of the orders that the purchase history shows. */
export const purchaseIds = (orders: readonly Order[]) =>
  purchaseHistoryVisible({ orders: orders.map(({ id, status }) => ({ id, status })) });

/** The ids of the orders whose stylist notes are shown. */
export const notedIds = (orders: readonly Order[]) =>
  stylistNotesList({ orders: orders.map(({ id, status, delivery_date }) => ({ id, status, delivery_date })) });

/** The items of an order, grouped by outcome. */
export function itemsOf({ line_items: items }: Order) {
  const { kept, exchanged, returned } = historyGroupLines({
    lines: items.map(({ id, paid_for, exchange_size }) => ({ id, paid_for, exchange_size })),
  });
  const those = (ids: readonly string[]) => items.filter(({ id }) => ids.includes(id));
  return { kept: those(kept), exchanged: those(exchanged), returned: those(returned) };
}

/** The totals of the bought items. */
export const totalsOf = ({ line_items: items }: Order) =>
  orderTotals({ items: items.map(({ retail_price, paid_for }) => ({ retail_price, paid_for })) });

/** Adds an item to the note for the next box, or removes it. */
export function useMoreLikeThis(lineItemId: string) {
  const client = useQueryClient();
  const path = { line_item_id: lineItemId };
  return useMutation({
    mutationFn: (wanted: boolean) =>
      wanted
        ? api.put('/account/next_box_note/{line_item_id}', { path })
        : api.delete('/account/next_box_note/{line_item_id}', { path }),
    onSuccess: (note) => setNewer(client, nextBoxNoteQuery.queryKey, note),
    // The calls are made one after the other, so that the last answer is the newest note.
    scope: { id: 'next box note' },
  });
}
