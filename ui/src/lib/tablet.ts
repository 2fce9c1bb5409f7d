import { useSyncExternalStore } from 'react';
import { forgetDrafts } from '~/lib/draft/reload';

/** What a store's tablet keeps from one customer to the next. None of it belongs to a customer. */
type Key = 'store' | 'customer' | 'finishing' | 'touchedAt';

const name = (key: Key) => `stylebox.tablet.${key}`;

const listeners = new Set<() => void>();

const read = (key: Key): string | null => localStorage.getItem(name(key));

function write(key: Key, value: string | null): void {
  if (value === null) localStorage.removeItem(name(key));
  else localStorage.setItem(name(key), value);
  for (const listener of listeners) listener();
}

/** Other tabs of the tablet follow. One that slept may not have heard of the change, and looks when it wakes up. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  for (const event of ['storage', 'pageshow']) window.addEventListener(event, listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    listeners.delete(listener);
    for (const event of ['storage', 'pageshow']) window.removeEventListener(event, listener);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** The id of the store that this tablet stands in; empty if it is not known yet, null if this is no store's tablet. */
export const tabletStore = (): string | null => read('store');

export const useTabletStore = (): string | null => useSyncExternalStore(subscribe, tabletStore, nothing);

/** Makes this device a store's tablet, because a sign-up in a store was opened on it. */
export function becomeTablet(): void {
  if (tabletStore() === null) write('store', '');
}

export const keepTabletStore = (id: string): void => write('store', id);

/** This device is no store's tablet any more. */
export function leaveStore(): void {
  write('store', null);
  write('touchedAt', null);
}

/** The number of the tablet's customer: how many were forgotten before. */
const customer = (): number => Number(read('customer'));

/** The number of the customer to whom this document belongs. */
let ownCustomer = 0;

/** The tab remembers the number too: the browser may close its document, and load it anew later. */
const ownKey = name('customer');

/**
 * Begins a document of the tablet's present customer. Called once, when it starts. Whatever the tab still holds of an earlier
 * customer is forgotten.
 */
export function beginAnew(): void {
  ownCustomer = customer();
  if (Number(sessionStorage.getItem(ownKey)) === ownCustomer) return;
  clearTab();
  sessionStorage.setItem(ownKey, String(ownCustomer));
}

/** Forgets what this tab alone holds. What the tabs share may be the next customer's. */
export function clearTab(): void {
  forgetDrafts();
  sessionStorage.clear();
}

/**
 * How far the tablet is with a customer who has finished. Nothing of theirs is shown any more. Their last answers and photos are
 * `sending`, or some have `failed`. Then the customer is `forgotten`, and their session is ended.
 */
const steps = ['sending', 'failed', 'forgotten'] as const;
type Step = (typeof steps)[number];

/**
 * How far the tablet is with the customer of this document; null if they have not finished. It goes on over a reload. Once the
 * session has `ended`, also by another tab, the tablet is the next customer's, and this document says and shows nothing any more.
 */
export const finishing = (): Step | 'ended' | null =>
  customer() > ownCustomer ? 'ended' : (steps.find((step) => step === read('finishing')) ?? null);

export function setFinishing(step: Step): void {
  if (finishing() !== 'ended') write('finishing', step);
}

/** The tablet forgets the customer: their session ends, and all that the browser holds of them. */
export const finish = (): void => setFinishing('forgotten');

/** Notes that the customer's session has ended. A document that starts from now on is the next customer's. */
export function markEnded(): void {
  write('touchedAt', null);
  write('customer', String(ownCustomer + 1));
  write('finishing', null);
}

/** Whether a customer is being forgotten: nothing more may be kept of them. */
export const isFinishing = (): boolean => finishing() === 'forgotten' || finishing() === 'ended';

export const useFinishing = () => useSyncExternalStore(subscribe, finishing, nothing);

/** Reloads a tablet's document that the browser restores as it was left, after Back: it may still show the previous customer. */
export function guardRestored(root: HTMLElement): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || tabletStore() === null) return;
    root.hidden = true;
    window.location.reload();
  });
}

/** When the tablet was last touched, in any tab, in milliseconds; 0 if that is not known. */
export const touchedAt = (): number => Number(read('touchedAt'));

export const touch = (at: number): void => localStorage.setItem(name('touchedAt'), String(at));

const nothing = () => null;
