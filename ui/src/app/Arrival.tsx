import { useEffect, useRef } from 'react';
import { focusHeadingWhenShown } from '~/lib/focusHeading';
import { useLocation } from '~/lib/router/hooks';
import { useScrollPosition } from '~/lib/router/useScrollPosition';

/** When another screen opens, also after one that could not be shown: scrolls to its top, and has its heading read out. */
export function Arrival() {
  useScrollPosition();
  useFocusOnArrival();
  return null;
}

/**
 * Moves the focus to the new screen's heading after a navigation, so that it is read out, but not when the page is first
 * opened. If the heading comes later with its data, waits for it, unless the customer has moved the focus by then.
 */
function useFocusOnArrival(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return undefined;
    shown.current = pathname;
    return focusHeadingWhenShown();
  }, [pathname]);
}
