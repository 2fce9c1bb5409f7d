import { useContext, useEffect, useLayoutEffect, useRef } from 'react';
import { LoadingContext, PlaceContext } from './contexts';
import { keepScroll, readScroll, scrollOf, storeScroll } from './scroll';

/**
 * Scrolls to the top of a new screen, and to the customer's earlier position if they go back. If the page was scrolled before
 * its code ran, it stays there. Use this in one component that stays mounted while screens change.
 */
export function useScrollPosition(): void {
  const { location } = useContext(PlaceContext);
  const isLoading = useContext(LoadingContext);
  const isStart = useRef(true);
  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual';
    readScroll();
    return () => {
      window.history.scrollRestoration = 'auto';
    };
  }, []);
  useLayoutEffect(() => {
    const position = scrollOf(location);
    const begins = isStart.current;
    isStart.current = false;
    if (begins && (window.scrollY > 0 || position === undefined)) return;
    window.scrollTo(0, position ?? 0);
  }, [location]);
  useEffect(() => {
    const leave = () => {
      if (!isLoading) keepScroll(location);
      storeScroll();
      window.history.scrollRestoration = 'auto';
    };
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) window.history.scrollRestoration = 'manual';
    };
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', comeBack);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', comeBack);
    };
  }, [location, isLoading]);
}
