import { analyticsAnswer } from '~/core';
import { recallConsent, type VisitorConsent } from '~/lib/memory';
import type { NewCustomer } from '~/api/schema.gen';

/** The fields about analytics in a registration or a change of the account. */
export type ConsentFields = Pick<NewCustomer, 'analytics_consent' | 'google_analytics_client_id'>;

export const consentFields = ({ version, agreed, clientId }: VisitorConsent): ConsentFields => ({
  analytics_consent: { version, agreed },
  google_analytics_client_id: clientId,
});

/** Whether the browser refuses analytics on the customer's behalf (Global Privacy Control). */
export const isRefusedByBrowser = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/** The visitor's answer to the analytics question; null if there is none, or if core no longer accepts it. */
export function visitorConsent(): VisitorConsent | null {
  const consent = recallConsent();
  if (consent === null) return null;
  const { version, clientId } = consent;
  const agreed = analyticsAnswer({ is_asked: true, answered_version: version, has_client_id: clientId !== null });
  return agreed === null ? null : { ...consent, agreed };
}
