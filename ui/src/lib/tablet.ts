import { useSyncExternalStore } from 'react';

/** What a store's tablet keeps from one customer to the next. None of it belongs to a customer. */
type Key = 'store' | 'finishing' | 'touchedAt';

const name = (key: Key) => `stylebox.tablet.${key}`;

const listeners = new Set<() => void>();

const read = (key: Key): string | null => localStorage.getItem(name(key));

function write(key: Key, value: string | null): void {
  if (value === null) localStorage.removeItem(name(key));
  else localStorage.setItem(name(key), value);
  for (const listener of listeners) listener();
}

/** Other tabs of the tablet follow. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
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

/** The tablet forgets the customer: their session ends, and all that the browser holds of them. It goes on over a reload. */
export const finish = (): void => write('finishing', 'true');

/** The customer has finished, but their last answers or photos are still being sent. Call `finish` after that. */
export const finishAfterSending = (): void => write('finishing', sending);

/** Notes that the customer is forgotten. This document shows nothing any more; the next one starts with `beginAnew`. */
export function markForgotten(): void {
  write('touchedAt', null);
  write('finishing', ended);
}

/** Ends the finishing of the previous customer. Called once, when a new document starts. */
export function beginAnew(): void {
  if (read('finishing') === ended) write('finishing', null);
}

const ended = 'ended';

const sending = 'sending';

/** Whether a customer is being forgotten: nothing more may be kept of them. */
export const isFinishing = (): boolean => ![null, sending].includes(read('finishing'));

/**
 * How far the tablet is with a customer who has finished, of whom nothing is shown any more: `sending` while their last answers and
 * photos are sent, another text while they are forgotten. Null if nobody has finished.
 */
export const useFinishing = (): string | null => useSyncExternalStore(subscribe, () => read('finishing'), nothing);

/** Reloads a tablet's document that the browser restores as it was left, after Back: it may still show the previous customer. */
export function guardRestored(root: HTMLElement): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || tabletStore() === null) return;
    root.hidden = true;
    window.location.reload();
  });
}

/** When the tablet was last touched, in milliseconds; now if that is not known. */
export const touchedAt = (): number => Number(read('touchedAt')) || Date.now();

export const touch = (at: number): void => localStorage.setItem(name('touchedAt'), String(at));

const nothing = () => null;
