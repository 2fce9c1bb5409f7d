import { useContext, useEffect, useEffectEvent, useMemo } from 'react';
import { type Location, matchPath, type Params, parsePath } from 'react-router';
import { BlockedContext, LoadingContext, PlaceContext, useRouter } from './contexts';
import type { Action, Blocked, NavigateOptions, Router, ShouldBlock } from './router';

/** The page's location, without the base path. */
export const useLocation = (): Location => useContext(PlaceContext).location;

export const useParams = (): Params => useContext(PlaceContext).params;

/** The handles of the screen's routes, the outermost first. */
export const useHandles = (): readonly unknown[] => useContext(PlaceContext).handles;

/** How the page came to the screen. */
export const useNavigationType = (): Action => useContext(PlaceContext).action;

/** Whether the code of the next screen is being loaded. */
export const useIsNavigating = (): boolean => useContext(LoadingContext);

/** Whether the page is at the path, which may have parameters. */
export const useIsAt = (path: string): boolean => isAt(path, useLocation().pathname);

/** Whether the address, which may have a query, is at the path. */
export const isAt = (path: string, address: string): boolean =>
  matchPath(path, parsePath(address).pathname ?? '') !== null;

/** Opens a path. The promise resolves when the code of its screen is there. */
export const useNavigate = (): Router['navigate'] => useRouter().navigate;

/** The query of the address, and a function that changes it. */
export function useSearchParams(): [URLSearchParams, (query: URLSearchParams, options?: NavigateOptions) => void] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  return [query, (changed, options) => void navigate(`?${changed}`, options)];
}

/** Calls `shouldBlock` before another screen opens. If it returns true, the navigation waits, and this hook returns it. */
export function useBlocker(shouldBlock: ShouldBlock): Blocked | null {
  const router = useRouter();
  const ask = useEffectEvent(shouldBlock);
  useEffect(() => router.block((transition) => ask(transition)), [router]);
  return useContext(BlockedContext);
}
