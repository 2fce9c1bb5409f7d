import { useCallback, useSyncExternalStore } from 'react';
import { onMemoryChange, recall } from './memory';

/**
 * What this tab remembers under `key`, updated when it changes. Undefined if it is not known yet: while a screen is rendered
 * without a browser, and while React hydrates it.
 */
export function useRecalled(key: Parameters<typeof recall>[0]): string | null | undefined {
  return useSyncExternalStore(
    onMemoryChange,
    useCallback(() => recall(key), [key]),
    notKnownYet,
  );
}

const notKnownYet = () => undefined;
