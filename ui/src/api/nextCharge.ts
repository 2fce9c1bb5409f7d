import { queryOptions } from '@tanstack/react-query';
import { accountQuery } from './account';
import { api } from './client';
import type { SubscriptionType } from './schema.gen';

/**
 * The next charge and the subscription's next box; with a frequency as they would be if boxes came that often. It is part of the
 * account: what loads the account anew loads it anew.
 */
export const nextChargeQuery = (subscription_type: SubscriptionType | null = null) =>
  queryOptions({
    queryKey: [...accountQuery.queryKey, 'next charge', subscription_type],
    queryFn: ({ signal }) =>
      api.get('/account/next_charge', { query: subscription_type === null ? {} : { subscription_type }, signal }),
    // The screen keeps its room, and says itself that it could not be loaded.
    meta: { background: true, quiet: true },
  });
