import { useEffect, useRef } from 'react';
import { useMayBeSignedIn } from '~/api/sessions';
import { brand } from '~/core';
import { focusHeading } from '~/lib/focusHeading';
import { useHandles, useLocation } from '~/lib/router/hooks';
import { Outlet } from '~/lib/router/Outlet';
import { useFinishing, useTabletStore } from '~/lib/tablet';
import { useScrollPosition } from '~/lib/router/useScrollPosition';
import { withStyles } from '~/lib/styles';
import { useLoaded } from '~/lib/useLoaded';
import { IsFirstScreen, useIsFirstScreen } from './AsItIsNow';
import { CustomerGate } from './CustomerGate';
import { ScreenFailed } from './ErrorScreen';
import { LoadingOverlay } from './LoadingOverlay';
import { NewerPage } from './NewerPage';
import { OutsideParties } from './OutsideParties';
import styles from './Root.module.css';

const loadTablet = () => withStyles(import('./tablet/StoreTablet'));
const loadFinishing = () => withStyles(import('./tablet/Finishing'));

/** What every screen shares: the title, the focus after a navigation, the customer's record, the loading overlay. */
export function Root() {
  const { product, retailer } = brand();
  useScrollPosition();
  const title = useTitle();
  useFocusOnArrival();
  const isFirst = useIsFirstScreen(useLocation().pathname);
  const store = useTabletStore();
  const isSignedIn = useMayBeSignedIn();
  const hasFinished = useFinishing() !== null;
  const tablet = useLoaded(loadTablet, store !== null);
  const finishing = useLoaded(loadFinishing, hasFinished);
  // On a store's tablet nothing of a customer who has finished is shown any more.
  if (hasFinished) {
    return finishing.code ? <finishing.code.default /> : finishing.isFailed ? <ScreenFailed /> : null;
  }
  return (
    <>
      <title>{title ? `${title} · ${product} by ${retailer}` : `${product} by ${retailer}`}</title>
      <a className={styles.skip} href="#main">
        Skip to main content
      </a>
      <NewerPage>
        <OutsideParties />
      </NewerPage>
      {store === null ? null : (
        <div className={isSignedIn ? styles.tablet : undefined}>
          {tablet.code ? <tablet.code.default store={store} isSignedIn={isSignedIn} /> : null}
        </div>
      )}
      <IsFirstScreen value={isFirst}>
        <CustomerGate>
          <Outlet />
        </CustomerGate>
      </IsFirstScreen>
      <LoadingOverlay />
    </>
  );
}

/** What is shown until the first screen's code is loaded. */
export const FirstLoad = () => <LoadingOverlay always />;

function useTitle(): string | undefined {
  const handles = useHandles().map((handle) => handle as { title?: string } | undefined);
  return handles.findLast((handle) => handle?.title)?.title;
}

/**
 * Moves the focus to the new screen's heading after a navigation, so that it is read out; not when the page is first
 * opened. If the heading comes later with its data, waits for it, unless the customer has moved the focus by then.
 */
function useFocusOnArrival(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (focusHeading()) return;
    const left = document.activeElement;
    const watcher = new MutationObserver(() => {
      if (document.activeElement !== left || focusHeading()) watcher.disconnect();
    });
    watcher.observe(document.body, { childList: true, subtree: true });
    return () => watcher.disconnect();
  }, [pathname]);
}
