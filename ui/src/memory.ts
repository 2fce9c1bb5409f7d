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
  | 'exchangeAddress'
  | 'answers'
  | 'decisions'
  | 'purchase';

const name = (key: Key) => `stylebox.${key}`;

/** What is remembered under `key`, or null. */
export const recall = (key: Key): string | null => sessionStorage.getItem(name(key));

/** Remembers `value` under `key`; null forgets it. */
export function remember(key: Key, value: string | null): void {
  if (value === null) sessionStorage.removeItem(name(key));
  else sessionStorage.setItem(name(key), value);
}

/** Forgets what belongs to the customer who was signed in. */
export function forgetSession(): void {
  for (const key of [
    'redirectTo',
    'payment',
    'drtgSignup',
    'selectedDate',
    'selectedSubscription',
    'exchangeAddress',
    'decisions',
    'purchase',
  ] as const) {
    remember(key, null);
  }
}
