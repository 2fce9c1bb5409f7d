import { queryOptions } from '@tanstack/react-query';
import { api } from '~/api/client';
import { ApiError, presentation } from '~/api/errors';

/** The first name of the customer who owns this referral code; null if nobody does. */
export const invitationQuery = (code: string) =>
  queryOptions({
    queryKey: ['invitation', code],
    queryFn: async ({ signal }) => {
      try {
        return (await api.get('/account/validate_signup_code/{code}', { path: { code }, signal })).invited_by;
      } catch (error) {
        if (error instanceof ApiError && presentation(error).promo_error !== null) return null;
        throw error;
      }
    },
    staleTime: 60 * 60_000,
    // The screen reserves the invitation's space while it loads.
    meta: { public: true, background: true },
  });
