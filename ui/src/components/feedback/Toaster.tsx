import { useSyncExternalStore } from 'react';

type Raise = (kind: 'error' | 'success', text: string) => void;

/**
 * Toasts are rare, so their code comes when the page has nothing else to do, or with the first one: what is said before it
 * is there waits for it.
 */
let raise: Raise | null = null;
let waiting: Parameters<Raise>[] = [];
let Toasts: typeof import('./Toasts')['default'] | null = null;
const listeners = new Set<() => void>();

/** Where short words about what happened appear: top-centre (spec A, section 2). */
export function Toaster() {
  const loaded = useSyncExternalStore(subscribe, () => Toasts !== null);
  return loaded && Toasts ? <Toasts onReady={connect} /> : null;
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
  void prepareToasts();
}

/** Loads what shows toasts; where the network is gone, as soon as it is back. */
export async function prepareToasts(): Promise<void> {
  if (Toasts) return;
  try {
    Toasts = (await import('./Toasts')).default;
    for (const listener of listeners) listener();
  } catch {
    window.addEventListener('online', () => void prepareToasts(), { once: true });
  }
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
