import type { QueryClient } from '@tanstack/react-query';
import type { makeRouter } from './router';
import { accountQuery } from '~/api/account/record';
import { ApiError } from '~/api/errors';
import { mayBeSignedIn, signedOutElsewhere } from '~/api/account/sessions';
import { onSignOut } from '~/lib/memory';
import { reloadPage } from '~/lib/reloadPage';
import { tabletStore } from '~/lib/tablet';
import { paths } from '~/paths';

type Router = Pick<ReturnType<typeof makeRouter>, 'navigate'>;

/**
 * Removes the customer from this page once they have signed out in another tab. If the browser restores the page as it was
 * left, after Back, checks who is signed in. A store's tablet has its own way (`reloadRestoredTablet`). The returned function
 * stops this.
 */
export function followOtherTabs(root: HTMLElement, client: QueryClient, router: Router): () => void {
  const showsCustomer = () => client.getQueryData(accountQuery.queryKey) !== undefined && tabletStore() === null;
  const leave = async () => {
    // Sign-in opens first, because an open screen would load the customer again.
    await router.navigate(paths.login, { replace: true });
    signedOutElsewhere(client);
  };
  const leaveIfGone = () => {
    if (showsCustomer() && !mayBeSignedIn()) void leave();
  };
  const checkRestored = ({ persisted }: PageTransitionEvent) => {
    if (!persisted || !showsCustomer()) return;
    root.hidden = true;
    void checkSession(client).then((isReached) => {
      if (isReached) root.hidden = false;
      // Without an answer it is not known who uses the page, so it reloads, and then says itself what it cannot reach.
      else reloadPage('kept if possible');
    });
  };

  const stopHearing = onSignOut(leaveIfGone);
  // A tab that slept, or whose browser does not report other tabs' changes, checks when it is visible again.
  const events = ['focus', 'pageshow'] as const;
  for (const event of events) window.addEventListener(event, leaveIfGone);
  document.addEventListener('visibilitychange', leaveIfGone);
  window.addEventListener('pageshow', checkRestored);
  return () => {
    stopHearing();
    for (const event of events) window.removeEventListener(event, leaveIfGone);
    document.removeEventListener('visibilitychange', leaveIfGone);
    window.removeEventListener('pageshow', checkRestored);
  };
}

/**
 * Asks whether the customer is still signed in. If they are not, the query client opens sign-in. Returns whether the server
 * answered.
 */
async function checkSession(client: QueryClient): Promise<boolean> {
  try {
    await client.fetchQuery({ ...accountQuery, staleTime: 0, retry: false, meta: { quiet: true } });
    return true;
  } catch (error) {
    return error instanceof ApiError && error.status === 401;
  }
}

/** Reloads a tablet's document that the browser restores as it was left, after Back: it may still show the previous customer. */
export function reloadRestoredTablet(root: HTMLElement): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || tabletStore() === null) return;
    root.hidden = true;
    reloadPage('dropped');
  });
}
