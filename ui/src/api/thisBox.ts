import { queryOptions } from '@tanstack/react-query';
import { accountQuery } from './account';

/** Most who look at the theme boxes are visitors, and order nothing. */
export const loadThisBox = () => import('./orderThisBox');

/** The box that one press orders now, or null. */
export const thisBoxQuery = queryOptions({
  queryKey: [...accountQuery.queryKey, 'this box'],
  queryFn: async ({ client }) => (await loadThisBox()).planThisBox(client),
  // Without it the form of the order opens, and says what is wrong.
  retry: false,
  meta: { background: true, quiet: true },
});
