import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ThemeBox } from '~/api/schema.gen';
import { themeBoxesQuery } from '~/api/order/themeBoxes';
import { remember } from '~/lib/memory';
import { useSearchParams } from '~/lib/router/hooks';
import { useRecalled } from '~/lib/useRecalled';

export interface ThemeChoice {
  /** Whether a theme box was chosen or named by the link, even if it is not loaded yet. */
  isMade: boolean;
  /** Whether the link named a theme box. */
  isFromLink: boolean;
  /** The chosen theme box; null until the offered ones are loaded. */
  box: ThemeBox | null;
  /** Whether the link named a theme box that is not offered. */
  isUnknown: boolean;
  /** `failed`: the theme boxes could not be loaded. */
  state: 'ready' | 'loading' | 'failed';
  retry: () => void;
  /** Withdraws the choice. */
  forget: () => void;
  /** Resolves with the chosen theme box once the offered ones are loaded. Rejects if they cannot be loaded. */
  settled: () => Promise<ThemeBox | null>;
}

/** The link's parameter that names a theme box. */
const parameter = 'themebox';

/**
 * The theme box that the visitor chose on the screen of theme boxes, or that the link names. If the link's theme box is
 * offered, it replaces the earlier choice; otherwise it is ignored.
 */
export function useThemeChoice(): ThemeChoice {
  const client = useQueryClient();
  const [query, setQuery] = useSearchParams();
  const linked = query.get(parameter) || null;
  const kept = useRecalled('selectedThemebox');
  const isMade = linked !== null || typeof kept === 'string';
  const { data: boxes, isError, isFetching, refetch } = useQuery({ ...themeBoxesQuery, enabled: isMade });
  const isReady = boxes !== undefined || (!isMade && kept !== undefined);
  const box = boxes ? chosenBox(boxes, linked, kept) : null;

  useEffect(() => {
    if (boxes) remember('selectedThemebox', box?.theme ?? null);
  }, [boxes, box]);

  return {
    isMade,
    isFromLink: linked !== null,
    box,
    isUnknown: boxes !== undefined && linked !== null && box?.theme !== linked,
    state: isReady ? 'ready' : isError && !isFetching ? 'failed' : 'loading',
    retry: () => void refetch(),
    forget: () => {
      remember('selectedThemebox', null);
      if (linked === null) return;
      query.delete(parameter);
      setQuery(query, { replace: true });
    },
    settled: async () => (isMade ? chosenBox(await client.ensureQueryData(themeBoxesQuery), linked, kept) : null),
  };
}

function chosenBox(
  boxes: readonly ThemeBox[],
  linked: string | null,
  kept: string | null | undefined,
): ThemeBox | null {
  const byTheme = (name: string | null | undefined) => boxes.find(({ theme }) => theme === name);
  return byTheme(linked) ?? byTheme(kept) ?? null;
}
