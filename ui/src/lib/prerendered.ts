import { useSyncExternalStore } from 'react';

/**
 * Reads a value that only the browser knows: a cookie, the tab's memory, the query. If the first screen was rendered when the
 * page was built, React's first render must be the same, so it gets `prerendered`. The next render follows immediately and
 * gets the browser's value. `read` must return the same value until something has changed.
 */
export const useBrowserValue = <Value>(read: () => Value, prerendered: Value): Value =>
  useSyncExternalStore(neverChanges, read, () => prerendered);

const neverChanges = () => () => undefined;
