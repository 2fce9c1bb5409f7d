import { recallConsent, rememberConsent, type VisitorConsent } from '~/lib/memory';
import type { NewCustomer } from './schema.gen';

/** The fields about analytics in a registration or a change of the account. */
type ConsentFields = Pick<NewCustomer, 'analytics_consent' | 'google_analytics_client_id'>;

export const consentFields = ({ version, agreed, clientId }: VisitorConsent): ConsentFields => ({
  analytics_consent: { version, agreed },
  google_analytics_client_id: clientId,
});

/** Whether the browser refuses for its customer (Global Privacy Control). */
export const isRefusedByBrowser = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/** The visitor's answer to this `version` of the question; null if there is none. */
export function visitorConsent(version: string | undefined): VisitorConsent | null {
  const consent = recallConsent();
  return consent?.version === version ? consent : null;
}

/** The fields with the visitor's answer to this `version` of the question; none if there is no such answer. */
export function visitorConsentFields(version: string | undefined): ConsentFields {
  const consent = visitorConsent(version);
  return consent !== null && !isRefusedByBrowser() ? consentFields(consent) : {};
}

/** The account has the answer now. Whoever uses this browser next is asked again. */
export const forgetVisitorConsent = () => rememberConsent(null);
