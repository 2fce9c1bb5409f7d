import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { accountQuery } from '~/api/account/record';
import { api } from '~/api/client';
import { ApiError, errorsOf, presentation } from '~/api/errors';
import { soonForgottenMs } from '~/api/forgetting';
import { ordersQuery, useKeepOrder } from '~/api/order/orders';
import type { NewCard, OrderFields } from '~/api/schema.gen';

/**
 * Saves a card. It is called with a function that makes the body, because a mutation's arguments are kept for a while, and a
 * card number must not be kept.
 */
export function useSaveCard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (makeBody: () => Promise<NewCard>) => api.post('/credit_cards', { body: await makeBody() }),
    gcTime: soonForgottenMs,
    // The reason why a card was not taken is shown beside its field.
    meta: { quiet: true },
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: accountQuery.queryKey }),
        client.invalidateQueries({ queryKey: ordersQuery.queryKey, refetchType: 'all' }),
      ]),
  });
}

/** Makes the first order of a customer whose card is on file. */
export function useOrderFirstBox() {
  const client = useQueryClient();
  const keep = useKeepOrder();
  return useMutation({
    mutationFn: (order: OrderFields) => api.post('/orders', { body: { order } }),
    // The screen says why there is no order.
    meta: { quiet: true },
    onSuccess: async (order) => {
      await keep(order);
      await client.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
}

/** The discount of a typed code. If the code changes, the earlier call is canceled. */
export const useTypedDiscount = (code: string) =>
  useQuery({
    queryKey: ['typed-discount', code],
    queryFn: ({ signal }) => api.get('/account/validate_signup_code/{code}', { path: { code }, signal }),
    enabled: code !== '',
    retry: false,
    staleTime: 5 * 60_000,
    meta: { background: true, saysUnreached: true },
  });

/**
 * The server's message about an unknown code, otherwise the reason why the code could not be checked; null if nothing failed.
 */
export function notChecked(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  const { promo_error, toasts } = presentation(error);
  return promo_error ?? toasts[0] ?? null;
}

/** The codes of a failed call's errors. */
export const codesOf = (error: unknown): string[] => errorsOf(error).map(({ code }) => code);
