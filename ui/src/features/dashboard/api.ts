import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '~/api/client';
import { type Order, ordersQuery } from '~/api/orders';

/** Moves the current order one step on, as stylists and carriers would. The server has it in demo mode alone. */
export function useAdvance() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<Order>('/demo/advance'),
    onSettled: () => client.invalidateQueries({ queryKey: ordersQuery.queryKey }),
  });
}
