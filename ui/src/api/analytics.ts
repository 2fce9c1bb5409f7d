import { recallAnalytics, rememberAnalytics } from '~/lib/memory';
import type { NewCustomer } from './schema.gen';

/** What a visitor of this browser answered about analytics. Kept until an account has it. */
export interface Said {
  version: string;
  agreed: boolean;
  /** The random number by which the analytics service knows the browser; null of who refused. */
  clientId: string | null;
}

/** What a registration or a change of the account says about analytics. */
type Sent = Pick<NewCustomer, 'analytics_consent' | 'google_analytics_client_id'>;

export const sentOf = ({ version, agreed, clientId }: Said): Sent => ({
  analytics_consent: { version, agreed },
  google_analytics_client_id: clientId,
});

/** Whether the browser refuses for its customer (Global Privacy Control). */
export const refusedByBrowser = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/** What a registration says about analytics: the visitor's answer to this `version` of the question, if there is one. */
export function visitorsAnswer(version: string | undefined): Sent {
  const said: Said | null = JSON.parse(recallAnalytics() ?? 'null');
  return said !== null && said.version === version && !refusedByBrowser() ? sentOf(said) : {};
}

/** The account has the answer now. Whoever uses this browser next is asked again. */
export const forgetVisitorsAnswer = () => rememberAnalytics(null);
