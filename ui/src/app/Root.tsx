import type { MouseEvent } from 'react';
import { useMayBeSignedIn } from '~/api/account/sessions';
import { PartNotLoaded } from '~/components/feedback/PartNotLoaded';
import { brand } from '~/core';
import { useHandles, useLocation } from '~/lib/router/hooks';
import { Outlet } from '~/lib/router/Outlet';
import { useFinishing, useTabletStore } from '~/lib/tablet';
import { withStyles } from '~/lib/styles';
import { useLoaded } from '~/lib/useLoaded';
import { IsFirstScreen, useIsFirstScreen } from './FreshRecord';
import { CustomerGate } from './CustomerGate';
import { ScreenFailed } from './ErrorScreen';
import { LoadingOverlay } from './LoadingOverlay';
import { NewerPage } from './NewerPage';
import { OutsideParties } from './OutsideParties';
import styles from './Root.module.css';

const loadTablet = () => withStyles(import('./tablet/StoreTablet'));
const loadFinishing = () => withStyles(import('./tablet/Finishing'));

/** Everything that all screens share: the title, the link that skips the header, the customer's record, the loading overlay. */
export function Root() {
  const { product, retailer } = brand();
  const title = useTitle();
  const isFirst = useIsFirstScreen(useLocation().pathname);
  const store = useTabletStore();
  const isSignedIn = useMayBeSignedIn();
  const hasFinished = useFinishing() !== null;
  const tablet = useLoaded(loadTablet, store !== null);
  const finishing = useLoaded(loadFinishing, hasFinished);
  // On a store's tablet, nothing of a customer who has finished is shown.
  if (hasFinished) {
    return finishing.code ? <finishing.code.default /> : finishing.isFailed ? <ScreenFailed /> : null;
  }
  return (
    <>
      <title>{title ? `${title} · ${product} by ${retailer}` : `${product} by ${retailer}`}</title>
      <a className={styles.skip} href="#main" onClick={skipToMain}>
        Skip to main content
      </a>
      <NewerPage>
        <OutsideParties />
      </NewerPage>
      {store === null ? null : (
        <div className={isSignedIn ? styles.tablet : undefined}>
          {tablet.code ? <tablet.code.default store={store} isSignedIn={isSignedIn} /> : null}
          {tablet.isFailed ? <PartNotLoaded /> : null}
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

/** Shown until the first screen's code is loaded. */
export const FirstLoad = () => <LoadingOverlay always />;

function useTitle(): string | undefined {
  const handles = useHandles().map((handle) => handle as { title?: string } | undefined);
  return handles.findLast((handle) => handle?.title)?.title;
}

/** Skips the header without adding an entry to the history, which would be one more step for Back. */
function skipToMain(event: MouseEvent): void {
  const main = document.getElementById('main');
  if (!main) return;
  event.preventDefault();
  main.tabIndex = -1;
  main.addEventListener('blur', () => main.removeAttribute('tabindex'), { once: true });
  main.focus({ preventScroll: true });
  main.scrollIntoView();
}
