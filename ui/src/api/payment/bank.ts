import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountQuery } from '~/api/account/record';
import { api } from '~/api/client';
import { useKeepOrder } from '~/api/order/orders';
import { isInFront, onReturn } from '~/lib/onReturn';

/** The key of the mutation that lets the customer confirm a payment in a window on this page. */
export const confirmationKey = ['payment confirmation'];

const checkKey = ['payment check'];

/** Asks for the result of this order's payment after the bank wanted it confirmed. */
export function usePaymentCheck(orderId: string) {
  const client = useQueryClient();
  const keep = useKeepOrder();
  return useMutation({
    mutationKey: checkKey,
    mutationFn: () => api.post('/orders/{id}/payment_check', { path: { id: orderId } }),
    // A failure changes nothing: the page asks again when the customer comes back, and the server asks the bank itself.
    meta: { quiet: true },
    onSuccess: async (order) => {
      await keep(order);
      if (order.payment?.problem === 'confirm') return;
      void client.invalidateQueries({ queryKey: ['invoice', orderId] });
      void client.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
}

/**
 * While the bank waits for the customer to confirm a payment of this order, asks for the result each time they come back:
 * when the screen opens, and when its window or tab comes to the front.
 */
export function useBankAnswer(orderId: string, waits: boolean): void {
  const client = useQueryClient();
  const { mutate } = usePaymentCheck(orderId);
  useEffect(() => {
    if (!waits) return undefined;
    const ask = () => {
      // While the bank's window is open on this page, the customer is not back yet.
      const isBusy = [checkKey, confirmationKey].some((mutationKey) => client.isMutating({ mutationKey }) > 0);
      if (!isBusy) mutate();
    };
    if (isInFront()) ask();
    return onReturn(ask);
  }, [client, mutate, waits]);
}
