import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountQuery } from '~/api/account/record';
import { cardAndHolderQuery } from '~/api/card/cardOnFile';
import { api } from '~/api/client';
import { soonForgottenMs } from '~/api/forgetting';
import { currentOrder, ordersQuery } from '~/api/order/orders';
import { questionnaireQuery } from '~/api/style/questionnaire';
import type { OtherCard } from '~/api/schema.gen';

/**
 * Reloads everything that a new card changes: a declined fee is tried again with it, the first card can start a subscription,
 * and a payment that waits at the bank is canceled.
 */
export function useCardChanged() {
  const client = useQueryClient();
  return () => {
    // A cached invoice may say that the bank waits, or why the former card was declined.
    client.removeQueries({ queryKey: ['invoice'] });
    return Promise.all(
      [accountQuery, cardAndHolderQuery, ordersQuery, questionnaireQuery].map(({ queryKey }) =>
        client.invalidateQueries({ queryKey, refetchType: 'all' }),
      ),
    );
  };
}

/**
 * The problem with the payment of the box under way after the card has changed; null if there is none, or if the orders could
 * not be loaded again.
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
 * Replaces the card. It is called with a function that makes the body, because a mutation's arguments are kept for a while,
 * and a card number must not be kept.
 */
export function useReplaceCard() {
  const changed = useCardChanged();
  return useMutation({
    mutationFn: async (makeBody: () => Promise<OtherCard>) => api.patch('/credit_cards', { body: await makeBody() }),
    gcTime: soonForgottenMs,
    // The reason why a card was not taken is shown beside its field.
    meta: { quiet: true },
    onSuccess: changed,
  });
}
