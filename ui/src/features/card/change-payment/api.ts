import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountQuery } from '~/api/account';
import { cardAndHolderQuery } from '~/api/cardOnFile';
import { api } from '~/api/client';
import { currentOrder, ordersQuery } from '~/api/orders';
import { questionnaireQuery } from '~/api/style/questionnaire';
import type { OtherCard } from '~/api/schema.gen';

/**
 * Loads again what another card changes: a declined fee is tried again with it, the first one can subscribe, and what waits at the
 * bank is called off.
 */
export function useCardChanged() {
  const client = useQueryClient();
  return () => {
    // An invoice may say that the bank waits, or why the former card was declined.
    client.removeQueries({ queryKey: ['invoice'] });
    return Promise.all(
      [accountQuery, cardAndHolderQuery, ordersQuery, questionnaireQuery].map(({ queryKey }) =>
        client.invalidateQueries({ queryKey, refetchType: 'all' }),
      ),
    );
  };
}

/**
 * What prevents the payment of the box under way, read once the card has changed: null if nothing does, or it could not be
 * loaded again.
 */
export function useFeeProblem() {
  const client = useQueryClient();
  return () => {
    const orders = client.getQueryState(ordersQuery.queryKey);
    if (!orders?.data || orders.isInvalidated) return null;
    return currentOrder(orders.data)?.payment?.problem ?? null;
  };
}

/**
 * Replaces the card. It is called with a function that makes the body, because what a mutation is called with is kept for a
 * while, and a card number is kept nowhere.
 */
export function useReplaceCard() {
  const changed = useCardChanged();
  return useMutation({
    mutationFn: async (makeBody: () => Promise<OtherCard>) => api.patch('/credit_cards', { body: await makeBody() }),
    gcTime: 0,
    // Why a card was not taken stands beside its field.
    meta: { quiet: true },
    onSuccess: changed,
  });
}
