import { useSyncExternalStore } from 'react';
import { rulesVersion } from '~/core';

/**
 * Whether the server has other rules than this page: it was loaded before another version was put in place. Every answer
 * says which rules the server runs.
 */
let newer: string | null = null;
let declined: string | null = null;
const listeners = new Set<() => void>();

/** Takes note of the version that an answer came with; where none did, it was not the server's own. */
export function noticeRules(answered: string | null): void {
  if (answered === null || answered === rulesVersion() || answered === newer) return;
  newer = answered;
  tell();
}

/** The customer stays with this page: it is not offered again, until there is yet another version. */
export function declineNewerRules(): void {
  declined = newer;
  tell();
}

/** Whether a reload is to be offered. */
export const useNewerRules = (): boolean => useSyncExternalStore(subscribe, () => newer !== declined);

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
