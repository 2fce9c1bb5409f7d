import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '~/api/client';
import { ordersQuery, useKeepOrder } from '~/api/orders';

/** Moves the current order one step on, as a stylist or carrier would. Only available in demo mode. */
export function useAdvance() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post('/demo/advance'),
    onSettled: () => client.invalidateQueries({ queryKey: ordersQuery.queryKey }),
  });
}

export function useCancelOrder(orderId: string) {
  const keep = useKeepOrder();
  return useMutation({
    mutationFn: () => api.post('/orders/{id}/cancel', { path: { id: orderId } }),
    onSuccess: keep,
  });
}

/** Extends the checkout. The caller shows the failure. */
export function useExtendCheckout(orderId: string) {
  const keep = useKeepOrder();
  return useMutation({
    mutationFn: () => api.patch('/orders/{id}/extend', { path: { id: orderId } }),
    meta: { quiet: true },
    onSuccess: keep,
  });
}
