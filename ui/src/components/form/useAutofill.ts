import { useTabletStore } from '~/lib/tablet';

/**
 * The `autocomplete` of a field. On a store's tablet it is off, because the browser would offer the previous customer's data.
 */
export const useAutofill = (wanted: string | undefined): string | undefined =>
  useTabletStore() === null ? wanted : 'off';
