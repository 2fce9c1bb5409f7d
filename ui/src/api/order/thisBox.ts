import { queryOptions } from '@tanstack/react-query';
import { accountQuery } from '~/api/account/record';

/** Loaded on demand: most people who look at the theme boxes are visitors, who order nothing. */
export const loadThisBox = () => import('./orderThisBox');

/** The box that one press would order now; null if there is none. */
export const thisBoxQuery = queryOptions({
  queryKey: [...accountQuery.queryKey, 'this box'],
  queryFn: async ({ client }) => (await loadThisBox()).planThisBox(client),
  // Without it the order form opens, and says what is wrong.
  retry: false,
  meta: { background: true, quiet: true },
});
