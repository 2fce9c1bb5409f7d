import { useMutation, useQueryClient } from '@tanstack/react-query';
import { brand } from '~/core';
import { recall, remember } from '~/lib/memory';
import { forgetVisitorConsent, visitorConsentFields } from './analytics';
import { api } from './client';
import type { NewCustomer } from './schema.gen';
import { startSession } from './sessions';
import { statusQuery } from './status';

/** What the visitor brought along. It goes with every registration. */
const broughtAlong = (consentVersion: string | undefined) => ({
  campaign_code: recall('campaign'),
  campaign_url: recall('campaignUrl'),
  internal_note: brand().web_source,
  ...visitorConsentFields(consentVersion),
});

/** What a form of a registration sends itself. */
type Registration = Omit<NewCustomer, keyof ReturnType<typeof broughtAlong>>;

/** Makes an account and opens its session: online, or in a store. */
export function useRegister() {
  const client = useQueryClient();
  const consentVersion = () => client.getQueryData(statusQuery.queryKey)?.analytics?.consent_version;
  return useMutation({
    mutationFn: (customer: Registration) =>
      api.post('/registrations', { body: { customer: { ...customer, ...broughtAlong(consentVersion()) } } }),
    onSuccess: (account) => {
      forgetVisitorConsent();
      startSession(client, account);
      // The account has these now. Where an earlier visitor of this tab wanted to go does not count for a new customer.
      for (const key of ['referral', 'campaign', 'campaignUrl', 'redirectTo', 'payment'] as const) remember(key, null);
    },
  });
}
