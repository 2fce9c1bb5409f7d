import { queryOptions } from '@tanstack/react-query';
import { api } from '~/api/client';

/** What the customer's friends have earned them. */
export const earningsQuery = queryOptions({
  queryKey: ['referrals', 'earnings'],
  queryFn: async ({ signal }) => (await api.get('/referrals', { query: { limit: 1 }, signal })).earnings,
  // The dashboard works without them, and says itself that they could not be loaded.
  meta: { background: true, quiet: true },
});
