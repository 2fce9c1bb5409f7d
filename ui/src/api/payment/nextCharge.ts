import { queryOptions } from '@tanstack/react-query';
import { accountQuery } from '~/api/account/record';
import { api } from '~/api/client';
import type { SubscriptionType } from '~/api/schema.gen';

/**
 * The next charge and the subscription's next box; if a frequency is given, as they would be if boxes came that often.
 * Whatever reloads the account reloads this too.
 */
export const nextChargeQuery = (subscription_type: SubscriptionType | null = null) =>
  queryOptions({
    queryKey: [...accountQuery.queryKey, 'next charge', subscription_type],
    queryFn: ({ signal }) =>
      api.get('/account/next_charge', { query: subscription_type === null ? {} : { subscription_type }, signal }),
    // The screen reserves its place, and says itself that it could not be loaded.
    meta: { background: true, quiet: true },
  });
