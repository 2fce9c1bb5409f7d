import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '~/api/client';
import { policy } from '~/core';

/** The friends who registered with the customer's link, the earliest first. */
export const friendsByPage = infiniteQueryOptions({
  queryKey: ['referrals'],
  queryFn: ({ pageParam: page, signal }) =>
    api.get('/referrals', {
      query: { page, limit: policy().referral_page_size, sort_field: 'created_at', sort_order: 'asc' },
      signal,
    }),
  initialPageParam: 0,
  getNextPageParam: ({ page, limit, total }) => ((page + 1) * limit < total ? page + 1 : undefined),
});
