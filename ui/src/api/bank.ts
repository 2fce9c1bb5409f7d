import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountQuery } from './account';
import { api } from './client';
import { useKeepOrder } from './orders';

/**
 * While the bank waits for the customer to confirm a payment of this order, asks what became of it each time they come back: when
 * the screen opens, and when its window or tab comes to the front.
 */
export function useBankAnswer(orderId: string, waits: boolean): void {
  const client = useQueryClient();
  const keep = useKeepOrder();
  const { mutate } = useMutation({
    mutationKey: ['payment check'],
    mutationFn: () => api.post('/orders/{id}/payment_check', { path: { id: orderId } }),
    // A failure changes nothing: the bank is asked again when the customer comes back, and by the server.
    meta: { quiet: true },
    onSuccess: (order) => {
      keep(order);
      if (order.payment?.problem === 'confirm') return;
      void client.invalidateQueries({ queryKey: ['invoice', orderId] });
      void client.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
  useEffect(() => {
    if (!waits) return undefined;
    const ask = () => {
      // A tab that comes to the front says so twice.
      const isAsking = client.isMutating({ mutationKey: ['payment check'] }) > 0;
      if (document.visibilityState === 'visible' && !isAsking) mutate();
    };
    ask();
    window.addEventListener('focus', ask);
    window.addEventListener('pageshow', ask);
    document.addEventListener('visibilitychange', ask);
    return () => {
      window.removeEventListener('focus', ask);
      window.removeEventListener('pageshow', ask);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [client, mutate, waits]);
}
