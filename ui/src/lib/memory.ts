import { forgetDrafts } from '~/lib/draft/reload';

/**
 * What this tab remembers between screens and over a reload: where a customer wanted to go, what they came for. Never a
 * secret: no password, card number or code is ever written here.
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

/** What is remembered under `key`, or null. */
export const recall = (key: Key): string | null => sessionStorage.getItem(name(key));

/** Remembers `value` under `key`; null forgets it. */
export function remember(key: Key, value: string | null): void {
  if (value === null) sessionStorage.removeItem(name(key));
  else sessionStorage.setItem(name(key), value);
}

const session = ['redirectTo', 'payment', 'drtgSignup', 'selectedDate', 'selectedSubscription'] as const;

/** Forgets what belongs to the customer who signs out. */
export function forgetSession(): void {
  for (const key of [...session, 'customer'] as const) remember(key, null);
  forgetDrafts();
}

/** A session that ended by itself: what the customer was at waits until they sign in again. */
export function suspendSession(customer: string | null): void {
  for (const key of session) remember(key, null);
  remember('customer', customer);
}

/** A customer signs in. Their drafts are there only if it was their own session that ended by itself. */
export function resumeSession(customer: string): void {
  if (recall('customer') !== customer) forgetDrafts();
  remember('customer', null);
}
