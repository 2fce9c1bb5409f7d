import { useMutation, useQueryClient } from '@tanstack/react-query';
import { brand } from '~/core';
import { recall, remember, rememberConsent } from '~/lib/memory';
import { type ConsentFields, consentFields, isRefusedByBrowser, visitorConsent } from './analytics';
import { api } from '~/api/client';
import type { NewCustomer } from '~/api/schema.gen';
import { startSession } from './sessions';
import { statusQuery } from '~/api/status';

/** The fields with the visitor's answer about analytics; none if the question is not asked, or if there is no valid answer. */
function visitorConsentFields(isAsked: boolean): ConsentFields {
  const consent = isAsked && !isRefusedByBrowser() ? visitorConsent() : null;
  return consent === null ? {} : consentFields(consent);
}

/** The fields that every registration has, whichever form sends it: campaign, source and consent. */
const commonFields = (asksConsent: boolean) => ({
  campaign_code: recall('campaign'),
  campaign_url: recall('campaignUrl'),
  internal_note: brand().web_source,
  ...visitorConsentFields(asksConsent),
});

/** The fields that a registration form sends itself. */
type FormFields = Omit<NewCustomer, keyof ReturnType<typeof commonFields>>;

/** Makes an account and opens its session: online, or in a store. */
export function useRegister() {
  const client = useQueryClient();
  const asksConsent = () => Boolean(client.getQueryData(statusQuery.queryKey)?.analytics);
  return useMutation({
    mutationFn: (customer: FormFields) =>
      api.post('/registrations', { body: { customer: { ...customer, ...commonFields(asksConsent()) } } }),
    onSuccess: (account) => {
      // The account has the answer. The next person who uses this browser is asked again.
      rememberConsent(null);
      startSession(client, account);
      // The account has the campaign and the referral. The destination of an earlier visitor of this tab does not matter.
      for (const key of ['referral', 'campaign', 'campaignUrl', 'redirectTo', 'payment'] as const) remember(key, null);
    },
  });
}
