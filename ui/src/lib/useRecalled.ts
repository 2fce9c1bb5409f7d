import { useCallback, useSyncExternalStore } from 'react';
import { onMemoryChange, recall } from './memory';

/**
 * What this tab remembers under `key`, followed as it changes. Undefined if it is not known yet: where a screen is rendered
 * without a browser, and while React takes that over.
 */
export function useRecalled(key: Parameters<typeof recall>[0]): string | null | undefined {
  return useSyncExternalStore(
    onMemoryChange,
    useCallback(() => recall(key), [key]),
    notKnownYet,
  );
}

const notKnownYet = () => undefined;
