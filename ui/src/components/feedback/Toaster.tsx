import { useSyncExternalStore } from 'react';
import { whyFailed } from '~/api/errors';
import { withStyles } from '~/lib/styles';

type Raise = (kind: 'error' | 'success' | 'dismiss', text: string, spoken: boolean) => void;

/** Toasts are rare, so their code loads when the page is idle or with the first toast. Toasts raised before that wait. */
let raise: Raise | null = null;
let waiting: Parameters<Raise>[] = [];
let Toasts: typeof import('./Toasts')['default'] | null = null;
const listeners = new Set<() => void>();

/** Shows toasts at the top center (spec A, section 2). */
export function Toaster() {
  const loaded = useSyncExternalStore(
    subscribe,
    () => Toasts !== null,
    () => false,
  );
  return loaded && Toasts ? <Toasts onReady={connect} /> : null;
}

/** `spoken`: whether screen readers read the text. False if the same text gets the focus elsewhere on the screen. */
export const showError = (text: string, { spoken = true } = {}) => raiseOrQueue('error', text, spoken);

/** Shows the toasts of a call whose failure the query client leaves to its screen. */
export function showFailure(error: unknown, options?: { spoken: boolean }): void {
  for (const text of whyFailed(error)) showError(text, options);
}

export const showSuccess = (text: string) => raiseOrQueue('success', text, true);

/** Removes the toasts about an earlier try's failure. */
export const dismissFailures = () => raise?.('dismiss', '', false);

function raiseOrQueue(...words: Parameters<Raise>): void {
  if (raise) {
    raise(...words);
    return;
  }
  waiting.push(words);
  void prepareToasts();
}

/**
 * Loads the code of toasts; if there is no network, as soon as it is back. In a browser that keeps the failure of a load, there
 * are no toasts until the page is reloaded.
 */
export async function prepareToasts(): Promise<void> {
  if (Toasts) return;
  try {
    Toasts = (await withStyles(import('./Toasts'))).default;
    for (const listener of listeners) listener();
  } catch {
    window.addEventListener('online', () => void prepareToasts(), { once: true });
  }
}

/** Called when toasts can be raised, and with null when they no longer can. */
function connect(ready: Raise | null): void {
  raise = ready;
  if (!ready) return;
  for (const words of waiting) ready(...words);
  waiting = [];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
