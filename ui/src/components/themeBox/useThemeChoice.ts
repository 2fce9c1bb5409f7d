import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { ThemeBox } from '~/api/schema.gen';
import { themeBoxesQuery } from '~/api/themeBoxes';
import { remember } from '~/lib/memory';
import { useRecalled } from '~/lib/useRecalled';

export interface ThemeChoice {
  /** Whether a theme box was chosen or named by the link, even if it is not looked up yet. */
  isThere: boolean;
  /** Whether the link named one. */
  isAsked: boolean;
  /** The chosen theme box, once the offered ones are known. */
  box: ThemeBox | null;
  /** Whether the link named a theme box that is not offered. */
  isUnknown: boolean;
  /** `failed`: the theme boxes could not be loaded. */
  state: 'ready' | 'loading' | 'failed';
  retry: () => void;
  /** Takes the choice back. */
  forget: () => void;
  /** The chosen theme box, waiting for the offered ones if need be. Fails if they cannot be loaded. */
  settled: () => Promise<ThemeBox | null>;
}

/** The link's parameter that names a theme box. */
const parameter = 'themebox';

/**
 * The theme box that the visitor chose on the screen of theme boxes, or that the link names. A named one that is offered
 * replaces the earlier choice; any other name is not kept.
 */
export function useThemeChoice(): ThemeChoice {
  const client = useQueryClient();
  const [query, setQuery] = useSearchParams();
  const asked = query.get(parameter) || null;
  const kept = useRecalled('selectedThemebox');
  const isThere = asked !== null || typeof kept === 'string';
  const { data: boxes, isError, isFetching, refetch } = useQuery({ ...themeBoxesQuery, enabled: isThere });
  const isReady = boxes !== undefined || (!isThere && kept !== undefined);
  const box = boxes ? chosen(boxes, asked, kept) : null;

  useEffect(() => {
    if (boxes) remember('selectedThemebox', box?.theme ?? null);
  }, [boxes, box]);

  return {
    isThere,
    isAsked: asked !== null,
    box,
    isUnknown: boxes !== undefined && asked !== null && box?.theme !== asked,
    state: isReady ? 'ready' : isError && !isFetching ? 'failed' : 'loading',
    retry: () => void refetch(),
    forget: () => {
      remember('selectedThemebox', null);
      if (asked === null) return;
      query.delete(parameter);
      setQuery(query, { replace: true });
    },
    settled: async () => (isThere ? chosen(await client.ensureQueryData(themeBoxesQuery), asked, kept) : null),
  };
}

function chosen(boxes: readonly ThemeBox[], asked: string | null, kept: string | null | undefined): ThemeBox | null {
  const named = (name: string | null | undefined) => boxes.find(({ theme }) => theme === name);
  return named(asked) ?? named(kept) ?? null;
}
