import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { accountQuery } from '~/api/account/record';
import { api } from '~/api/client';
import { ApiError } from '~/api/errors';
import { nextChargeQuery } from '~/api/payment/nextCharge';
import { ordersQuery, useKeepOrder } from '~/api/order/orders';
import { setNewer } from '~/api/setNewer';
import type { Changes, CheckOut, DecisionBody, InvoiceBody } from '~/api/schema.gen';
import { errorsOutcome } from '~/core';

/** The invoice of a box. Its amounts are text, as core takes and returns them. */
export type Invoice = InvoiceBody;

/** Makes the order's invoice, or gets the one that was made meanwhile, and adds it to the cached order. */
async function makeInvoice(client: QueryClient, orderId: string): Promise<Invoice> {
  const made = await api.post('/orders/{id}/invoices', { path: { id: orderId } });
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
        return await api.get('/orders/{id}/invoices/current', { path: { id: orderId }, signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return makeInvoice(client, orderId);
        throw error;
      }
    },
    staleTime: 0,
  });

/** How often to ask for the result of a payment that the bank has not answered. */
const pollMilliseconds = 3000;

/** The order's invoice, polled while the bank has not answered. */
export const useInvoice = (orderId: string) =>
  useQuery({
    ...invoiceQuery(orderId),
    refetchInterval: ({ state }) => (state.data?.status === 'processing' ? pollMilliseconds : false),
  });

/** A mutation that returns the changed invoice. */
function useInvoiceChange<Input>(orderId: string, change: (input: Input) => Promise<Invoice>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    // One after the other, so that the answer that comes last is the newest.
    scope: { id: `invoice ${orderId}` },
    onSuccess: (invoice) => setNewer(client, invoiceQuery(orderId).queryKey, invoice),
    // The invoice may have been paid meanwhile, or the change was made and its answer was lost.
    onError: () => client.invalidateQueries({ queryKey: invoiceQuery(orderId).queryKey }),
  });
}

export const useApplyCoupon = ({ id, order_id }: Invoice) =>
  useInvoiceChange(order_id, (code: string) => api.post('/invoices/{id}/coupons', { path: { id }, body: { code } }));

export const useRemoveCoupon = ({ id, order_id }: Invoice) =>
  useInvoiceChange<void>(order_id, () => api.delete('/invoices/{id}/coupons', { path: { id } }));

export const useApplyGiftCard = ({ id, order_id }: Invoice) =>
  useInvoiceChange(order_id, (code: string) => api.post('/invoices/{id}/gift_cards', { path: { id }, body: { code } }));

export const useRemoveGiftCard = ({ id, order_id }: Invoice) =>
  useInvoiceChange<void>(order_id, () => api.delete('/invoices/{id}/gift_cards', { path: { id } }));

/**
 * Buys the kept items. `key` identifies the attempt: however often it is sent, the server charges once. The answer's status
 * says whether the bank has confirmed.
 */
export function usePurchase({ id, order_id }: Invoice) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key, purchase }: { key: string; purchase: CheckOut }) =>
      api.post('/invoices/{id}/checkout', { path: { id }, header: { 'Idempotency-Key': key }, body: purchase }),
    // The checkout screen shows a decline or a changed invoice itself.
    meta: { quiet: true },
    onSuccess: async (invoice) => {
      await setNewer(client, invoiceQuery(order_id).queryKey, invoice);
      void client.invalidateQueries({ queryKey: ordersQuery.queryKey });
    },
    // The account says whether another card is needed.
    onSettled: () => void client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
}

const exchangeSizesKey = ['exchange sizes'];

/** The sizes in stock that an item can be exchanged for. */
export const exchangeSizesQuery = (lineItemId: string) =>
  queryOptions({
    queryKey: [...exchangeSizesKey, lineItemId],
    queryFn: async ({ signal }) => {
      const path = { line_item_id: lineItemId };
      const { sizes } = await api.get('/invoices/available_exchange_sizes/{line_item_id}', { path, signal });
      return sizes;
    },
    meta: { background: true },
  });

/** Reloads the data for decisions: the orders and the sizes in stock. */
export const reloadDecisions = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: ordersQuery.queryKey }),
    client.invalidateQueries({ queryKey: exchangeSizesKey }),
  ]);

/** Saves decisions. The calls are sent one after another, so that the last decision wins. */
export function useDecide(orderId: string) {
  const client = useQueryClient();
  const keep = useKeepOrder();
  return useMutation({
    mutationFn: (line_items_attributes: DecisionBody[]) =>
      api.patch('/orders/{id}', { path: { id: orderId }, body: { order: { line_items_attributes } } }),
    scope: { id: `decisions ${orderId}` },
    onSuccess: async (order) => {
      await keep(order);
      // Decisions change the next charge.
      void client.invalidateQueries({ queryKey: nextChargeQuery().queryKey });
    },
    onError: (error) => {
      if (isRefused(error)) void reloadDecisions(client);
    },
  });
}

/** Whether the server refused a call, so that the same call would be refused again. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && errorsOutcome({ status: error.status }) === 'refused';

/** Notes that a suggestion was pressed, and returns the address of its page in the shop. */
export const useFollowSuggestion = () =>
  useMutation({
    mutationFn: async (id: string) => (await api.get('/suggested_items/{id}/click', { path: { id } })).url,
  });

/**
 * Sends the customer's review of a box to the reviews service, and then keeps it with the order (spec B, section 4). No failure is
 * shown (spec B, section 8).
 */
export function useReviewOrder(orderId: string) {
  const client = useQueryClient();
  const keep = useKeepOrder();
  return useMutation({
    mutationFn: async (order: Required<Pick<Changes, 'order_review' | 'review_rating'>>) => {
      await postReview(client, orderId, order).catch(() => undefined);
      return api.patch('/orders/{id}', { path: { id: orderId }, body: { order } });
    },
    meta: { quiet: true },
    onSuccess: keep,
  });
}

async function postReview(
  client: QueryClient,
  orderId: string,
  { order_review, review_rating }: Pick<Changes, 'order_review' | 'review_rating'>,
): Promise<void> {
  // The invitation's signature is valid for a day, so it is loaded again.
  const { review_invitation } = await api.get('/orders/{id}', { path: { id: orderId } });
  const account = client.getQueryData(accountQuery.queryKey);
  if (!review_invitation || !account) return;
  await api.post('/reviews', {
    body: {
      ...review_invitation,
      display_name: `${account.first_name} ${account.last_name}`,
      email: account.email,
      review_title: review_invitation.product_title,
      review_content: order_review ?? null,
      review_score: review_rating ?? null,
      reviewer_type: 'verified_reviewer',
    },
  });
}
