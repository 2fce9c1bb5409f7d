import { type MutationMeta, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '~/api/client';
import { type Order, ordersQuery, useKeepOrder } from './orders';

/**
 * A call that the server answers with the changed order. If it fails, the orders are loaded again: another tab or the shop may have
 * changed the order.
 */
export function useOrderChange(call: () => Promise<Order>, meta: MutationMeta = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    meta,
    onSuccess: useKeepOrder(),
    onError: () => client.invalidateQueries({ queryKey: ordersQuery.queryKey }),
  });
}

/** Cancels an order. */
export const useCancelOrder = (id: string) => useOrderChange(() => api.post('/orders/{id}/cancel', { path: { id } }));
