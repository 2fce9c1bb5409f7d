import { useMutation } from '@tanstack/react-query';
import { confirmationKey, usePaymentCheck } from '~/api/payment/bank';
import { api } from '~/api/client';
import { ApiError, errorsOf } from '~/api/errors';
import { soonForgottenMs } from '~/api/forgetting';
import { useStatus } from '~/api/status';
import { messagesText } from '~/core';

/**
 * Lets the customer confirm a payment of this order in the bank's window on this page, and then asks the server for the
 * result. `problem` says why the payment still waits after that; null before the first try.
 */
export function useConfirmInPage(orderId: string) {
  const { data: status } = useStatus();
  const check = usePaymentCheck(orderId);
  const confirmation = useMutation({
    mutationKey: confirmationKey,
    mutationFn: async () => {
      const fields = status?.card_fields;
      if (!fields) throw new Error('No gateway confirms in the page.');
      // Load our code and Stripe's script before asking for the window's secret.
      const { confirmAtBank, stripeOf } = await import('~/components/card/stripe/script');
      await stripeOf(fields.publishable_key);
      const secret = await secretOf(orderId);
      if (secret !== null) await confirmAtBank(fields.publishable_key, secret);
      // Whatever the customer did in the window, the server knows the result.
      return check.mutateAsync();
    },
    gcTime: soonForgottenMs,
    // The reason is shown beside the button.
    meta: { quiet: true },
  });
  const { mutate, isPending, isSuccess, error } = confirmation;
  const problem = isPending ? null : error ? reason(error) : isSuccess ? messagesText('bank_window_closed') : null;
  return { confirm: mutate, busy: isPending, problem };
}

/** The secret that opens the bank's window; null if nothing is left to confirm. */
async function secretOf(orderId: string): Promise<string | null> {
  try {
    return (await api.post('/orders/{id}/payment_confirmation', { path: { id: orderId } })).client_secret;
  } catch (error) {
    // It was confirmed or canceled meanwhile.
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

const reason = (error: Error): string =>
  error instanceof ApiError ? (errorsOf(error)[0]?.message ?? '') : messagesText('gateway_unavailable');
