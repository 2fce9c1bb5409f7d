import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { ApiError } from './errors';
import type { SignupCodeBody } from './schema.gen';

/** The discount of the first box if the customer types none; null if there is none. */
export const defaultDiscountQuery = queryOptions({
  queryKey: ['default-discount'],
  queryFn: async ({ signal }): Promise<SignupCodeBody | null> => {
    try {
      return await api.get('/account/signup_code', { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  },
  staleTime: 5 * 60_000,
  // The form can be sent without it.
  meta: { background: true, quiet: true },
});
