import { queryOptions } from '@tanstack/react-query';
import { api } from '~/api/client';

/** How complete the sections of the style profile are. */
export const statsQuery = queryOptions({
  queryKey: ['profile stats'],
  queryFn: async ({ signal }) =>
    (await api.get('/style_profiles/{id}', { path: { id: 'current' }, signal })).data.stats,
  // The dashboard works without them, and says itself that they could not be loaded.
  meta: { background: true, quiet: true },
});
