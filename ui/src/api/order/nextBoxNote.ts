import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';

/** The items of past boxes that the customer wants more of, and what the stylist of the next box will read about them. */
export const nextBoxNoteQuery = queryOptions({
  queryKey: ['next box note'],
  queryFn: ({ signal }) => api.get('/account/next_box_note', { signal }),
  // Every screen that shows it works without it.
  meta: { background: true, quiet: true },
});

export const useNextBoxNote = () => useQuery(nextBoxNoteQuery).data;
