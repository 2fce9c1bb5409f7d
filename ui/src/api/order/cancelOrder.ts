import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '~/api/client';
import { ordersQuery, useKeepOrder } from './orders';

/** Cancels an order. If that is refused, the orders are loaded again: another tab or the shop may have changed the order. */
export function useCancelOrder(orderId: string) {
  const client = useQueryClient();
  const keep = useKeepOrder();
  return useMutation({
    mutationFn: () => api.post('/orders/{id}/cancel', { path: { id: orderId } }),
    onSuccess: keep,
    onError: () => client.invalidateQueries({ queryKey: ordersQuery.queryKey }),
  });
}
