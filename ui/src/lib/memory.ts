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
 * What this tab remembers between screens and over a reload, such as where a customer wanted to go. Never a secret: no
 * password, card number or code.
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

/** Calls `listener` after each change. The returned function ends that. */
export function onMemoryChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const forget = (keys: readonly MemoryKey[]) => {
  for (const key of keys) remember(key, null);
};

/** Where a customer wanted to go. */
const destination = ['redirectTo', 'payment'] as const;

/** What a visitor's link said, and what they chose. The registration or the payment form sends it. */
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

/** The visitor's answer about analytics; null if there is none, or none that can be read. */
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

/** Whoever agreed did so for themselves: not for whoever signs in, nor for whoever comes after a sign-out. A refusal stays. */
function forgetAgreement(): void {
  if (recallConsent()?.agreed) rememberConsent(null);
}

/** The customer signs out: forgets what belongs to them, and the answers that were not sent, except for those of the `next` customer. */
export function forgetSession(next: string | null = null): void {
  forget([...destination, ...signUp, 'customer', 'owner']);
  forgetDrafts();
  forgetVisitor();
  forgetAccounts(next);
  forgetAgreement();
}

/** A customer leaves a store's tablet: forgets all that this tab remembers, and what the customer answered about analytics. */
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

/** Whether the customer signed out while the server could not be told: for the page they are gone. */
export const isSignOutUnsent = (): boolean => localStorage.getItem(signOutKey) !== null;

/** Remembers that the server is still to be told of a sign-out, in all tabs and later visits; or that it was. */
export function rememberSignOut(unsent: boolean): void {
  if (unsent) localStorage.setItem(signOutKey, 'unsent');
  else localStorage.removeItem(signOutKey);
}

/** Calls `signedOut` when a customer signs out in another tab of this browser. The returned function ends that. */
export function onSignOut(signedOut: () => void): () => void {
  const heard = ({ key, newValue }: StorageEvent) => {
    if (key === signOutKey && newValue !== null) signedOut();
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}

/** A session ended by itself: the customer's drafts, choices and unsent answers stay until somebody signs in. */
export function suspendSession(customer: string | null): void {
  // After a reload, a screen that visitors may see too does not ask for the customer's record.
  const whose = customer ?? sessionAccount();
  forget(destination);
  forgetEndedSession();
  // A second call that finds the session over no longer knows whose it was.
  if (whose !== null) remember('customer', whose);
}

/**
 * The record of this customer was loaded. If the tab keeps something of another one, who signed out or was followed by this one in
 * another tab, it is forgotten.
 */
export function belongsTo(customer: string): void {
  const owner = recall('owner') ?? recall('customer');
  if (owner === customer) return;
  if (owner !== null) forgetSession(customer);
  remember('owner', customer);
}

/** Somebody signs in: the drafts stay only if they belong to this customer. What a visitor chose is theirs now. */
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
