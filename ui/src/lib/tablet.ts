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

/**
 * Calls `listener` after each change, also one made in another tab. A tab that slept may have missed a change, so it looks
 * when it wakes up.
 */
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

/** The number of the tablet's present customer: how many customers it has forgotten before. */
const customer = (): number => Number(read('customer'));

/** The number of the customer to whom this document belongs. */
let ownCustomer = 0;

/** The tab remembers the number too, because the browser may discard its document and load it again later. */
const ownKey = name('customer');

/**
 * Assigns this document to the tablet's present customer. Called once, when it starts. Whatever the tab still holds of an
 * earlier customer is forgotten.
 */
export function beginDocument(): void {
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
 * The steps after a customer has finished at the tablet. Nothing of theirs is shown from then on. Their last answers and
 * photos are `sending`, or some have `failed`. Then the customer is `forgotten`, and their session is ended.
 */
const steps = ['sending', 'failed', 'forgotten'] as const;
type Step = (typeof steps)[number];

/**
 * The present step of this document's customer, also after a reload; null if they have not finished. Once the session has
 * `ended`, in this tab or another, the tablet is the next customer's, and this document shows nothing.
 */
export const finishing = (): Step | 'ended' | null =>
  customer() > ownCustomer ? 'ended' : (steps.find((step) => step === read('finishing')) ?? null);

export function setFinishing(step: Step): void {
  if (finishing() !== 'ended') write('finishing', step);
}

/** Makes the tablet forget the customer: their session ends, and everything that the browser holds of them is removed. */
export const finish = (): void => setFinishing('forgotten');

/** Notes that the customer's session has ended. A document that starts from now on is the next customer's. */
export function markEnded(): void {
  write('touchedAt', null);
  write('customer', String(ownCustomer + 1));
  write('finishing', null);
}

/** Whether the customer is being forgotten: then nothing of theirs may be stored. */
export const isFinishing = (): boolean => finishing() === 'forgotten' || finishing() === 'ended';

export const useFinishing = () => useSyncExternalStore(subscribe, finishing, nothing);

/** When the tablet was last touched, in any tab, in milliseconds; 0 if that is not known. */
export const touchedAt = (): number => Number(read('touchedAt'));

export const touch = (at: number): void => localStorage.setItem(name('touchedAt'), String(at));

const nothing = () => null;
