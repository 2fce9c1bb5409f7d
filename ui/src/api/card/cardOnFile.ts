import { queryOptions } from '@tanstack/react-query';
import { api } from '~/api/client';
import { ApiError } from '~/api/errors';
import type { CardData } from '~/api/schema.gen';

/** The card that is charged, as far as it may be shown, with its cardholder; null if the customer has none. */
export const cardAndHolderQuery = queryOptions({
  queryKey: ['card on file'],
  queryFn: async ({ signal }) => {
    try {
      return (await api.get('/credit_card', { signal })).data;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  },
  // The screen reserves its place, and says itself that it could not be loaded.
  meta: { background: true, quiet: true },
});

/** `cardAndHolderQuery` without the cardholder. */
export const cardOnFileQuery = queryOptions({
  ...cardAndHolderQuery,
  select: (data: CardData | null) => data?.card_info ?? null,
});
