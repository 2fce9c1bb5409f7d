import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '~/api/client';
import { ApiError } from '~/api/errors';
import { type Order, ordersQuery, useKeepOrder } from '~/api/orders';
import type { Changes, CheckOut, Code, ExchangeSizes, GiftCardBody, Update } from '~/api/schema.gen';
import type { CouponKind, LineItemAttributes, TaxRate } from '~/core';

/** The invoice of a box. Its amounts are text, as core takes and returns them. */
export interface Invoice {
  id: string;
  order_id: string;
  invoice_type: string;
  status: 'open' | 'processing' | 'paid';
  original_subtotal: string;
  multi_item_discount: string;
  discount_amount: string;
  totalBeforeTax: string;
  tax: string;
  tax_total: string;
  tax_rate: TaxRate;
  precheckout_tax_estimate: string;
  precheckout_ship_tax2_amount_estimate: string;
  totalWithTax: string;
  total: string;
  credit_available: string;
  credit_amount: string;
  totalGiftCardAmountUsed: string;
  gift_card_amount_due: string;
  totalDue: string;
  fourItems: boolean;
  undecided: number;
  coupon: { code: string; kind: CouponKind; value: string } | null;
  gift_card: GiftCardBody | null;
  invoice_line_items: {
    line_item_id: string;
    price: string;
    claimed_kept: boolean | null;
    exchange_size: string | null;
  }[];
}

/** Makes the order's invoice, or finds the one that was made meanwhile, and notes it in the cached order. */
async function makeInvoice(client: QueryClient, orderId: string): Promise<Invoice> {
  const made = await api.post<Invoice>(`/orders/${orderId}/invoices`);
  const { id, invoice_type, status } = made;
  client.setQueryData(ordersQuery.queryKey, (orders) =>
    orders?.map((order) => (order.id === orderId ? { ...order, invoices: [{ id, invoice_type, status }] } : order)),
  );
  return made;
}

/** The order's invoice. If there is none yet, it is made (spec B, section 4). */
export const invoiceQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['invoice', orderId],
    queryFn: async ({ signal, client }) => {
      // If the cached order has no invoice, do not ask for one.
      const order = client.getQueryData(ordersQuery.queryKey)?.find(({ id }) => id === orderId);
      if (order?.invoices.length === 0) return makeInvoice(client, orderId);
      try {
        return await api.get<Invoice>(`/orders/${orderId}/invoices/current`, { signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return makeInvoice(client, orderId);
        throw error;
      }
    },
    staleTime: 0,
  });

/** How often to ask for a payment that the bank has not answered. */
const pollMilliseconds = 3000;

/** The order's invoice, polled while the bank has not answered. */
export const useInvoice = (orderId: string) =>
  useQuery({
    ...invoiceQuery(orderId),
    refetchInterval: ({ state }) => (state.data?.status === 'processing' ? pollMilliseconds : false),
  });

/** A mutation that answers the changed invoice. */
function useInvoiceChange<Input>(orderId: string, change: (input: Input) => Promise<Invoice>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (invoice) => client.setQueryData(invoiceQuery(orderId).queryKey, invoice),
  });
}

export const useApplyCoupon = ({ id, order_id }: Invoice) =>
  useInvoiceChange(order_id, (code: string) => api.post<Invoice>(`/invoices/${id}/coupons`, { code } satisfies Code));

export const useRemoveCoupon = ({ id, order_id }: Invoice) =>
  useInvoiceChange<void>(order_id, () => api.delete<Invoice>(`/invoices/${id}/coupons`));

export const useApplyGiftCard = ({ id, order_id }: Invoice) =>
  useInvoiceChange(order_id, (code: string) =>
    api.post<Invoice>(`/invoices/${id}/gift_cards`, { code } satisfies Code),
  );

export const useRemoveGiftCard = ({ id, order_id }: Invoice) =>
  useInvoiceChange<void>(order_id, () => api.delete<Invoice>(`/invoices/${id}/gift_cards`));

/**
 * Buys the kept items. `key` identifies the attempt: however often it is sent, the server charges once. The answer's status
 * says whether the bank has confirmed.
 */
export function usePurchase({ id, order_id }: Invoice) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key, purchase }: { key: string; purchase: CheckOut }) =>
      api.post<Invoice>(`/invoices/${id}/checkout`, purchase, { headers: { 'Idempotency-Key': key } }),
    // The checkout screen shows a decline or a changed invoice itself.
    meta: { quiet: true },
    onSuccess: (invoice) => {
      client.setQueryData(invoiceQuery(order_id).queryKey, invoice);
      void client.invalidateQueries({ queryKey: ordersQuery.queryKey });
    },
  });
}

/** The sizes in stock that an item can be exchanged for. */
export const useExchangeSizes = (lineItemId: string, enabled: boolean) =>
  useQuery({
    queryKey: ['exchange sizes', lineItemId],
    queryFn: async ({ signal }) =>
      (await api.get<ExchangeSizes>(`/invoices/available_exchange_sizes/${lineItemId}`, { signal })).sizes,
    enabled,
    meta: { background: true },
  });

/** Saves decisions. The calls are sent one after another, so that the last decision wins. */
export function useDecide(orderId: string, { quiet = false } = {}) {
  const keep = useKeepOrder();
  return useMutation({
    mutationFn: (line_items_attributes: LineItemAttributes[]) =>
      api.patch<Order>(`/orders/${orderId}`, { order: { line_items_attributes } } satisfies Update),
    scope: { id: `decisions ${orderId}` },
    meta: { quiet },
    onSuccess: keep,
  });
}

/** Sends the customer's review of a box. A failure is not shown (spec B, section 8). */
export function useReviewOrder(orderId: string) {
  const keep = useKeepOrder();
  return useMutation({
    mutationFn: (order: Required<Pick<Changes, 'order_review' | 'review_rating'>>) =>
      api.patch<Order>(`/orders/${orderId}`, { order } satisfies Update),
    meta: { quiet: true },
    onSuccess: keep,
  });
}
