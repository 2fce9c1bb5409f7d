import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '~/api/client';
import { ordersQuery, useKeepOrder } from '~/api/order/orders';

/**
 * Extends the checkout. The caller shows a failure. After a failure the orders are loaded again, because they may have
 * changed.
 */
export function useExtendCheckout(orderId: string) {
  const client = useQueryClient();
  const keep = useKeepOrder();
  return useMutation({
    mutationFn: () => api.patch('/orders/{id}/extend', { path: { id: orderId } }),
    meta: { quiet: true },
    onSuccess: keep,
    onError: () => client.invalidateQueries({ queryKey: ordersQuery.queryKey }),
  });
}

/** Keeps a late order. If that is refused, the orders are loaded again, because the order may have been canceled meanwhile. */
export function useKeepLateOrder(orderId: string) {
  const client = useQueryClient();
  const keep = useKeepOrder();
  return useMutation({
    mutationFn: () => api.post('/orders/{id}/keep', { path: { id: orderId } }),
    onSuccess: keep,
    onError: () => client.invalidateQueries({ queryKey: ordersQuery.queryKey }),
  });
}
