import { useMutation, useQueryClient } from '@tanstack/react-query';
import { brand } from '~/core';
import { recall, remember } from '~/lib/memory';
import { forgetVisitorConsent, visitorConsentFields } from './analytics';
import { api } from './client';
import type { NewCustomer } from './schema.gen';
import { startSession } from './sessions';
import { statusQuery } from './status';

/** The fields that every registration has, whichever form sends it: campaign, source and consent. */
const commonFields = (consentVersion: string | undefined) => ({
  campaign_code: recall('campaign'),
  campaign_url: recall('campaignUrl'),
  internal_note: brand().web_source,
  ...visitorConsentFields(consentVersion),
});

/** The fields that a registration form sends itself. */
type FormFields = Omit<NewCustomer, keyof ReturnType<typeof commonFields>>;

/** Makes an account and opens its session: online, or in a store. */
export function useRegister() {
  const client = useQueryClient();
  const consentVersion = () => client.getQueryData(statusQuery.queryKey)?.analytics?.consent_version;
  return useMutation({
    mutationFn: (customer: FormFields) =>
      api.post('/registrations', { body: { customer: { ...customer, ...commonFields(consentVersion()) } } }),
    onSuccess: (account) => {
      forgetVisitorConsent();
      startSession(client, account);
      // The account has the campaign and the referral now. Where an earlier visitor of this tab wanted to go does not matter.
      for (const key of ['referral', 'campaign', 'campaignUrl', 'redirectTo', 'payment'] as const) remember(key, null);
    },
  });
}
