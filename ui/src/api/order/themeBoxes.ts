import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { policy } from '~/core';
import { api } from '~/api/client';

export const themeBoxesQuery = queryOptions({
  queryKey: ['theme boxes'],
  queryFn: async ({ signal }) => (await api.get('/current_themeboxes', { signal, anonymous: true })).results,
  staleTime: 60 * 60_000,
  // The screens reserve the boxes' place while they load.
  meta: { public: true, background: true },
});

export const useThemeBoxes = () => useQuery(themeBoxesQuery);

/** The state of the navigation from the registration to the quiz. */
export interface ThemeUnsaved {
  /** Why the theme that was chosen with the registration is not saved; empty if it is. */
  themeUnsaved?: readonly string[];
}

/** The ref of the questionnaire's question about the theme. */
export const themeBoxRef = () => policy().theme_question;

/**
 * Saves a customer's theme as an answer, so that the choice stays after the tab is closed. Without a network no failure is
 * shown, because the tab's own memory still has the theme.
 */
export const useSaveThemeBox = () =>
  useMutation({
    meta: { saysUnreached: true },
    mutationFn: (theme: string) =>
      api.patch('/style_profiles/{id}', {
        path: { id: 'current' },
        body: { responses: { [themeBoxRef()]: theme } },
        keepalive: true,
      }),
  });
