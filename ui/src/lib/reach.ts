import { useSyncExternalStore } from 'react';

/** Whether the last call was answered. */
let reached = true;
const listeners = new Set<() => void>();

/** Notes whether a call was answered. */
export function noticeReach(answered: boolean): void {
  if (answered === reached) return;
  reached = answered;
  for (const listener of listeners) listener();
}

/** Whether the last call was answered and the browser has a network, as far as it knows. */
export const isReached = (): boolean => reached && navigator.onLine;

/** `isReached` for a component. */
export const useReached = (): boolean => useSyncExternalStore(subscribe, isReached, () => true);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  for (const event of ['online', 'offline']) window.addEventListener(event, listener);
  return () => {
    listeners.delete(listener);
    for (const event of ['online', 'offline']) window.removeEventListener(event, listener);
  };
}
