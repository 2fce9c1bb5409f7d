import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '~/api/client';
import { ordersQuery } from '~/api/order/orders';

/** Moves the current order one step forward, as a stylist or a carrier would. Only available in demo mode. */
export function useAdvance() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post('/demo/advance'),
    onSettled: () => client.invalidateQueries({ queryKey: ordersQuery.queryKey }),
  });
}
