import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountQuery } from '~/api/account';
import { api } from '~/api/client';
import { ordersQuery } from '~/api/orders';
import type { NewCard } from '~/api/schema.gen';

/** Saves a card. What was sent is dropped as soon as the answer is there: a card number is kept nowhere. */
export function useSaveCard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (card: NewCard) => api.post('/credit_cards', { body: card }),
    gcTime: 0,
    // Why a card was not taken stands beside its field.
    meta: { quiet: true },
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: accountQuery.queryKey }),
        client.invalidateQueries({ queryKey: ordersQuery.queryKey }),
      ]),
  });
}
