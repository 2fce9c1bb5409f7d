import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { dashboardCurrentOrder, type Status, type Type as SubscriptionType } from '~/core';
import { api } from './client';
import type { InvoiceRef, LocationBody, Shipment } from './schema.gen';

/** A garment in a box, and the customer's decision about it. */
export interface LineItem {
  id: string;
  description: string;
  brand: string;
  color: string;
  size: string;
  image_url: string;
  retail_price: string;
  original_price: string;
  claimed_kept: boolean | null;
  exchange_size: string | null;
  customer_feedback: string | null;
  paid_for: boolean | null;
  /** Whether the customer has returned it: then it cannot be kept any more. */
  received: boolean;
}

/** Garments that a stylist combined. */
export interface Outfit {
  id: string;
  title: string;
  stylist_note: string | null;
  line_items: LineItem[];
}

/** A box, from its order to its return. */
export interface Order {
  id: string;
  code: string;
  status: Status;
  subscription_type: SubscriptionType | null;
  customer_pick_up: boolean;
  ship_by_date: string | null;
  expected_delivery_date: string | null;
  delivery_date: string | null;
  checkout_by_date: string | null;
  extended: boolean;
  assigned_location_id: string | null;
  assigned_location: LocationBody | null;
  outgoing_shipment: Shipment | null;
  invoices: InvoiceRef[];
  has_paid_invoice: boolean;
  outfits: Outfit[];
  line_items: LineItem[];
  stylist_note: string | null;
  coupon: string | null;
  themebox: string | null;
  themebox_description: string | null;
  on_demand_customer_msg: string | null;
  order_review: string | null;
  review_rating: number | null;
  created_at: string;
}

export const ordersQuery = queryOptions({
  queryKey: ['orders'],
  queryFn: async ({ signal }) => (await api.get<{ orders: Order[] }>('/orders', { signal })).orders,
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
