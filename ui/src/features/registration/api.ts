import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { forgetVisitorsAnswer, visitorsAnswer } from '~/api/analytics';
import { api } from '~/api/client';
import { ApiError, presentation } from '~/api/errors';
import type { NewCustomer } from '~/api/schema.gen';
import { startSession } from '~/api/sessions';
import { statusQuery } from '~/api/status';

/** The registration payload (spec A, section 3) without what only a store sends, and without the answer about analytics. */
type Registration = Required<
  Omit<NewCustomer, 'registered_in_store' | 'analytics_consent' | 'google_analytics_client_id'>
>;

/** Makes an account and opens its session. */
export function useRegister() {
  const client = useQueryClient();
  const asked = () => client.getQueryData(statusQuery.queryKey)?.analytics?.consent_version;
  return useMutation({
    mutationFn: (customer: Registration) =>
      api.post('/registrations', { body: { customer: { ...customer, ...visitorsAnswer(asked()) } } }),
    onSuccess: (account) => {
      forgetVisitorsAnswer();
      startSession(client, account);
    },
  });
}

/** The first name of the customer whose referral code this is; null if it is nobody's. */
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
    // The screen keeps the room of what is loading.
    meta: { public: true, background: true },
  });
