import { lazy, Suspense, useSyncExternalStore } from 'react';

type Raise = (kind: 'error' | 'success', text: string) => void;

/**
 * Toasts are rare, so their code comes with the first one: what is said before it is there waits for it.
 */
let raise: Raise | null = null;
let waiting: Parameters<Raise>[] = [];
let wanted = false;
const listeners = new Set<() => void>();

const Toasts = lazy(() => import('./Toasts'));

/** Where short words about what happened appear: top-centre (spec A, section 2). */
export function Toaster() {
  const show = useSyncExternalStore(subscribe, () => wanted);
  return show ? (
    <Suspense fallback={null}>
      <Toasts onReady={connect} />
    </Suspense>
  ) : null;
}

/** Says that something went wrong. */
export const showError = (text: string) => say('error', text);

/** Says that something went well. */
export const showSuccess = (text: string) => say('success', text);

function say(...words: Parameters<Raise>): void {
  if (raise) {
    raise(...words);
    return;
  }
  waiting.push(words);
  wanted = true;
  for (const listener of listeners) listener();
}

/** Toasts are there from now on, or no longer. */
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
