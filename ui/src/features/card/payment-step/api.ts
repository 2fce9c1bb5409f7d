import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { accountQuery } from '~/api/account';
import { api } from '~/api/client';
import { ApiError, errorsOf, presentation } from '~/api/errors';
import { ordersQuery, useKeepOrder } from '~/api/orders';
import type { NewCard, OrderFields } from '~/api/schema.gen';

/**
 * Saves a card. It is called with a function that makes the body, because what a mutation is called with is kept for a
 * while, and a card number is kept nowhere.
 */
export function useSaveCard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (makeBody: () => Promise<NewCard>) => api.post('/credit_cards', { body: await makeBody() }),
    gcTime: 0,
    // Why a card was not taken stands beside its field.
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
    // Why there is no order stands on the screen.
    meta: { quiet: true },
    onSuccess: (order) => {
      keep(order);
      return client.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
}

/** The discount of a typed code. A code that is no longer asked about is not waited for. */
export const useTypedDiscount = (code: string) =>
  useQuery({
    queryKey: ['typed-discount', code],
    queryFn: ({ signal }) => api.get('/account/validate_signup_code/{code}', { path: { code }, signal }),
    enabled: code !== '',
    retry: false,
    staleTime: 5 * 60_000,
    meta: { background: true, saysUnreached: true },
  });

/** What the server says of a code that it does not know, otherwise why it could not be checked; null if nothing failed. */
export function notChecked(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  const { promo_error, toasts } = presentation(error);
  return promo_error ?? toasts[0] ?? null;
}

/** The codes of what is wrong with a call. */
export const codesOf = (error: unknown): string[] => errorsOf(error).map(({ code }) => code);
