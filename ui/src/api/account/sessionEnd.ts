import { useSyncExternalStore } from 'react';

/** Whether a call has found that the customer's session has ended, on a screen that stays open nevertheless. */
let isOver = false;

const listeners = new Set<() => void>();

export function setSessionOver(over: boolean): void {
  isOver = over;
  for (const listener of listeners) listener();
}

export const useSessionOver = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isOver,
    () => false,
  );

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
