import { useCallback, useSyncExternalStore } from 'react';
import { onMemoryChange, recall } from './memory';

/** What this tab remembers under `key`, followed as it changes. A page that is rendered without a browser has nothing. */
export function useRecalled(key: Parameters<typeof recall>[0]): string | null {
  return useSyncExternalStore(
    onMemoryChange,
    useCallback(() => recall(key), [key]),
    () => null,
  );
}
