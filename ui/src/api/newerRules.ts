import { useSyncExternalStore } from 'react';
import { rulesVersion } from '~/core';

/**
 * The version of the server's rules, if it differs from the page's: a new version was deployed after the page was loaded.
 * Every answer has a header with the version.
 */
let newer: string | null = null;
let declined: string | null = null;
const listeners = new Set<() => void>();

/** Notes the version in an answer's header. An answer without the header does not come from our server. */
export function noticeRules(answered: string | null): void {
  if (answered === null || answered === rulesVersion() || answered === newer) return;
  newer = answered;
  notifyListeners();
}

/** Notes that the customer declined the reload. It is offered again only when the version changes once more. */
export function declineNewerRules(): void {
  declined = newer;
  notifyListeners();
}

/** Whether to offer a reload. */
export const useNewerRules = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => newer !== declined,
    () => false,
  );

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
