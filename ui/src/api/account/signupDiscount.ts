import { queryOptions } from '@tanstack/react-query';
import { api } from '~/api/client';
import { ApiError } from '~/api/errors';
import type { SignupCodeBody } from '~/api/schema.gen';

export interface DefaultDiscount {
  /** Null if there is none. */
  counts: SignupCodeBody | null;
  /** Why there is none; for example, a code that came with the card may have expired. */
  none?: ApiError;
}

/** The discount of the first box if the customer types none. */
export const defaultDiscountQuery = queryOptions({
  queryKey: ['default-discount'],
  queryFn: async ({ signal }): Promise<DefaultDiscount> => {
    try {
      return { counts: await api.get('/account/signup_code', { signal }) };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return { counts: null, none: error };
      throw error;
    }
  },
  staleTime: 5 * 60_000,
  // The form can be sent without it.
  meta: { background: true, quiet: true },
});
