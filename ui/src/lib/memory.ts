import {
  forgetAccounts,
  forgetDrafts,
  forgetEndedSession,
  forgetVisitor,
  fromReload,
  openDrafts,
  sessionAccount,
} from '~/lib/draft/reload';
import { isFinishing } from '~/lib/tablet';

/**
 * What this tab remembers between screens and over a reload, such as where a customer wanted to go. It is never a secret such
 * as a password, a card number or a code.
 */
export type MemoryKey =
  | 'redirectTo'
  | 'payment'
  | 'selectedThemebox'
  | 'drtgSignup'
  | 'referral'
  | 'blog'
  | 'campaign'
  | 'campaignUrl'
  | 'exitOfferSeen'
  | 'headings'
  | 'customer'
  | 'owner';

const name = (key: MemoryKey) => `stylebox.${key}`;

const listeners = new Set<() => void>();

export const recall = (key: MemoryKey): string | null => sessionStorage.getItem(name(key));

/** Stores `value` under `key`, unless the customer is being forgotten; null removes it. */
export function remember(key: MemoryKey, value: string | null): void {
  if (value === null) sessionStorage.removeItem(name(key));
  else if (!isFinishing()) sessionStorage.setItem(name(key), value);
  for (const listener of listeners) listener();
}

/** Calls `listener` after each change. The returned function unsubscribes. */
export function onMemoryChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const forget = (keys: readonly MemoryKey[]) => {
  for (const key of keys) remember(key, null);
};

/** Where a customer wanted to go. */
const destination = ['redirectTo', 'payment'] as const;

/** What a visitor's link said, and what the visitor chose. The registration form or the payment form sends it. */
const signUp = ['selectedThemebox', 'drtgSignup', 'referral', 'blog', 'campaign', 'campaignUrl'] as const;

/** What a visitor of this browser answered about analytics. Kept until an account has it. */
export interface VisitorConsent {
  /** Which version of the question was answered. */
  version: string;
  agreed: boolean;
  /** The random number by which the analytics service knows the browser; null if the visitor refused. */
  clientId: string | null;
}

const consentKey = 'stylebox.analytics';

/** The visitor's answer about analytics; null if there is none, or if it cannot be read. */
export function recallConsent(): VisitorConsent | null {
  try {
    const kept = JSON.parse(localStorage.getItem(consentKey) ?? 'null') as Partial<VisitorConsent> | null;
    const { version, agreed, clientId = null } = kept ?? {};
    return typeof version === 'string' && typeof agreed === 'boolean' ? { version, agreed, clientId } : null;
  } catch {
    return null;
  }
}

/** Keeps a visitor's answer about analytics for later visits; null removes it. */
export function rememberConsent(consent: VisitorConsent | null): void {
  if (consent === null) localStorage.removeItem(consentKey);
  else localStorage.setItem(consentKey, JSON.stringify(consent));
  for (const listener of listeners) listener();
}

/**
 * Forgets a visitor's agreement to analytics: it holds neither for the person who signs in nor for the person who comes after
 * a sign-out. A refusal stays.
 */
function forgetAgreement(): void {
  if (recallConsent()?.agreed) rememberConsent(null);
}

/**
 * Called when the customer signs out. Forgets what belongs to them, and all unsent answers except those of the `next`
 * customer.
 */
export function forgetSession(next: string | null = null): void {
  forget([...destination, ...signUp, 'customer', 'owner']);
  forgetDrafts();
  forgetVisitor();
  forgetAccounts(next);
  forgetAgreement();
}

/**
 * Called when a customer leaves a store's tablet. Forgets all that this tab remembers, and the customer's answer about
 * analytics.
 */
export function forgetTab(): void {
  forgetSession();
  rememberConsent(null);
  sessionStorage.clear();
}

/** Whether this tab holds anything that a visitor chose or typed, also before a reload. */
export const holdsAnything = (): boolean =>
  openDrafts.size > 0 ||
  fromReload.size > 0 ||
  Object.keys(sessionStorage).some((key) =>
    /^stylebox\.(?!tablet\.|exitOfferSeen$|owner$|headings$|scroll$)/.test(key),
  );

/** Deletes a cookie that scripts may read. */
export function forgetCookie(cookie: string): void {
  document.cookie = `${cookie}=; path=/; max-age=0`;
}

const signOutKey = 'stylebox.signOut';

/** Whether the customer signed out and the server does not know of it yet. For the page they are signed out. */
export const isSignOutUnsent = (): boolean => localStorage.getItem(signOutKey) !== null;

/** Remembers, for all tabs and later visits, whether the server still has to be told of a sign-out. */
export function rememberSignOut(unsent: boolean): void {
  if (unsent) localStorage.setItem(signOutKey, 'unsent');
  else localStorage.removeItem(signOutKey);
}

/** Calls `signedOut` when a customer signs out in another tab of this browser. The returned function unsubscribes. */
export function onSignOut(signedOut: () => void): () => void {
  const heard = ({ key, newValue }: StorageEvent) => {
    if (key === signOutKey && newValue !== null) signedOut();
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}

/**
 * Called when a session ended without a sign-out. The customer's drafts, choices and unsent answers stay until somebody signs
 * in.
 */
export function suspendSession(customer: string | null): void {
  // After a reload, a screen that visitors may see too does not ask for the customer's record.
  const whose = customer ?? sessionAccount();
  forget(destination);
  forgetEndedSession();
  // A second call after the session's end no longer knows the customer.
  if (whose !== null) remember('customer', whose);
}

/**
 * Called when this customer's record was loaded. If another customer's data is still in the tab, because they signed out or
 * because this customer signed in in another tab, it is forgotten.
 */
export function belongsTo(customer: string): void {
  const owner = recall('owner') ?? recall('customer');
  if (owner === customer) return;
  if (owner !== null) forgetSession(customer);
  remember('owner', customer);
}

/**
 * Called when somebody signs in. The drafts stay only if they belong to this customer. What a visitor chose becomes this
 * customer's.
 */
export function resumeSession(customer: string): void {
  const suspended = recall('customer');
  if (suspended !== customer) forgetDrafts();
  if (suspended !== null && suspended !== customer) {
    forget(signUp);
    forgetVisitor();
  }
  forgetAccounts(customer);
  forgetAgreement();
  remember('customer', null);
  remember('owner', customer);
}
