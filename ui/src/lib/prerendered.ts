import { useSyncExternalStore } from 'react';

/**
 * What only the browser knows: a cookie, what the tab remembers, the query. The first screen may have been rendered when the
 * page was built, and React takes it over as it is; so the first render has `prerendered`, and the next one, right after it,
 * the browser's value. `read` must return the same value until something has changed.
 */
export const useBrowserValue = <Value>(read: () => Value, prerendered: Value): Value =>
  useSyncExternalStore(neverChanges, read, () => prerendered);

const neverChanges = () => () => undefined;
