import { useCallback, useRef } from 'react';

/** Runs an action, but not a second time while it runs: the second press of a double press comes before the button is busy. */
export function useOnce(): (action: () => Promise<unknown>) => Promise<void> {
  const isRunning = useRef(false);
  return useCallback(async (action) => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await action();
    } finally {
      isRunning.current = false;
    }
  }, []);
}
