import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '~/api/client';
import { type Order, ordersQuery, useKeepOrder } from '~/api/orders';

/** Moves the current order one step on, as a stylist or carrier would. Only available in demo mode. */
export function useAdvance() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<Order>('/demo/advance'),
    onSettled: () => client.invalidateQueries({ queryKey: ordersQuery.queryKey }),
  });
}

export function useCancelOrder(orderId: string) {
  const keep = useKeepOrder();
  return useMutation({ mutationFn: () => api.post<Order>(`/orders/${orderId}/cancel`), onSuccess: keep });
}

/** Extends the checkout. The caller shows the failure. */
export function useExtendCheckout(orderId: string) {
  const keep = useKeepOrder();
  return useMutation({
    mutationFn: () => api.patch<Order>(`/orders/${orderId}/extend`),
    meta: { quiet: true },
    onSuccess: keep,
  });
}
