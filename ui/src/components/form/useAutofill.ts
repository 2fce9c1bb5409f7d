import { useTabletStore } from '~/lib/tablet';

/** What the browser may fill a field with: nothing on a store's tablet, which would have the customer before at hand. */
export const useAutofill = (wanted: string | undefined): string | undefined =>
  useTabletStore() === null ? wanted : 'off';
