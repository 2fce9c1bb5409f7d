import { useSyncExternalStore } from 'react';

/** Whether the last call was answered, or the browser has said since that there is no network. */
let reached = true;
const listeners = new Set<() => void>();

/** Notes that a call was answered, or that it was not. */
export function noticeReach(answered: boolean): void {
  if (answered === reached) return;
  reached = answered;
  for (const listener of listeners) listener();
}

/** Whether the server could be reached last. */
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
