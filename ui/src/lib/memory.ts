import { forgetDrafts } from '~/lib/draft/reload';

/**
 * What this tab remembers between screens and over a reload, such as where a customer wanted to go. Never a secret: no
 * password, card number or code.
 */
type Key =
  | 'redirectTo'
  | 'payment'
  | 'selectedThemebox'
  | 'drtgSignup'
  | 'referral'
  | 'blog'
  | 'exitOfferSeen'
  | 'selectedDate'
  | 'selectedSubscription'
  | 'customer';

const name = (key: Key) => `stylebox.${key}`;

export const recall = (key: Key): string | null => sessionStorage.getItem(name(key));

/** Stores `value` under `key`; null removes it. */
export function remember(key: Key, value: string | null): void {
  if (value === null) sessionStorage.removeItem(name(key));
  else sessionStorage.setItem(name(key), value);
}

const session = ['redirectTo', 'payment', 'selectedDate', 'selectedSubscription'] as const;

/** The customer signs out: forgets what belongs to them. */
export function forgetSession(): void {
  for (const key of [...session, 'customer', 'drtgSignup'] as const) remember(key, null);
  forgetDrafts();
}

/** A session ended by itself: the customer's drafts stay until somebody signs in. */
export function suspendSession(customer: string | null): void {
  for (const key of session) remember(key, null);
  remember('customer', customer);
}

/** Somebody signs in: the drafts stay only if they belong to this customer. */
export function resumeSession(customer: string): void {
  if (recall('customer') !== customer) forgetDrafts();
  remember('customer', null);
}
