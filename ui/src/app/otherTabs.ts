import type { QueryClient } from '@tanstack/react-query';
import type { makeRouter } from './router';
import { accountQuery } from '~/api/account';
import { ApiError } from '~/api/errors';
import { mayBeSignedIn, signedOutElsewhere } from '~/api/sessions';
import { writeOpenDrafts } from '~/lib/draft/store';
import { onSignOut } from '~/lib/memory';
import { tabletStore } from '~/lib/tablet';
import { paths } from '~/paths';

type Router = Pick<ReturnType<typeof makeRouter>, 'navigate'>;

/**
 * Takes the customer off this page once they have signed out in another tab, and looks who is there if the browser shows the page
 * again as it was left, after Back. A store's tablet has its own way (`lib/tablet.ts`). The returned function ends that.
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
  const lookAgain = ({ persisted }: PageTransitionEvent) => {
    if (!persisted || !showsCustomer()) return;
    root.hidden = true;
    void whoIsThere(client)
      .then((isReached) => {
        if (isReached) return;
        // Without an answer nobody knows who sits there: the page starts anew, and says itself what it cannot reach.
        writeOpenDrafts();
        window.location.reload();
      })
      .finally(() => {
        root.hidden = false;
      });
  };

  const stopHearing = onSignOut(leaveIfGone);
  // A tab that slept, or whose browser tells it nothing of other tabs, looks when it is seen again.
  const events = ['focus', 'pageshow'] as const;
  for (const event of events) window.addEventListener(event, leaveIfGone);
  document.addEventListener('visibilitychange', leaveIfGone);
  window.addEventListener('pageshow', lookAgain);
  return () => {
    stopHearing();
    for (const event of events) window.removeEventListener(event, leaveIfGone);
    document.removeEventListener('visibilitychange', leaveIfGone);
    window.removeEventListener('pageshow', lookAgain);
  };
}

/** Asks whether the customer is still signed in. If they are not, the query client opens sign-in. Answers whether the server did. */
async function whoIsThere(client: QueryClient): Promise<boolean> {
  try {
    await client.fetchQuery({ ...accountQuery, staleTime: 0, retry: false, meta: { quiet: true } });
    return true;
  } catch (error) {
    return error instanceof ApiError && error.status === 401;
  }
}
