import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { ApiError, errorsOf } from './errors';
import type { SignupCodeBody } from './schema.gen';

export interface DefaultDiscount {
  /** Null if there is none. */
  counts: SignupCodeBody | null;
  /** What is said of a code that came with the card and has ended; null if none has. */
  ended: string | null;
}

/** The discount of the first box if the customer types none. */
export const defaultDiscountQuery = queryOptions({
  queryKey: ['default-discount'],
  queryFn: async ({ signal }): Promise<DefaultDiscount> => {
    try {
      const counts = await api.get('/account/signup_code', { signal });
      return { counts, ended: counts.ended };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      const ended = errorsOf(error).find(({ code }) => code === 'signup_code_ended');
      return { counts: null, ended: ended?.message ?? null };
    }
  },
  staleTime: 5 * 60_000,
  // The form can be sent without it.
  meta: { background: true, quiet: true },
});
