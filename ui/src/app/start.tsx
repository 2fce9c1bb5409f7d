import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { cookie, finishSignOut } from '~/api/client';
import { mayBeSignedIn } from '~/api/sessions';
import { statusQuery } from '~/api/status';
import { prepareToasts } from '~/components/feedback/Toaster';
import { forgetEndedSession } from '~/lib/draft/reload';
import { keepHeadingFont, settleFonts } from '~/lib/fonts';
import { loadStyles } from '~/lib/styles';
import { beginAnew, guardRestored } from '~/lib/tablet';
import { untilTypingPauses } from '~/lib/typing';
import { App } from './App';
import { prepareReloadOffer } from './NewerPage';
import { prefetch } from './prefetch';
import { followOtherTabs } from './otherTabs';
import { makeQueryClient } from './queryClient';
import { loadScreen, makeRouter, screens } from './router';

/** Told to the document's own script (`ui/src/app/waiting.js`), which then presses what was pressed too early. */
const READY = 'stylebox:ready';

/** How long the screen waits for the server to learn of a sign-out. Meanwhile the page is a visitor's. */
const signOutTimeoutMs = 1_500;

/**
 * Renders the page into `root`. If that holds the screen already, as it was rendered when the page was built, React takes it
 * over without changing anything.
 */
export async function start(root: HTMLElement): Promise<void> {
  const { pathname } = window.location;
  beginAnew();
  guardRestored(root);
  keepHeadingFont();
  if (cookie('XSRF-TOKEN') === null) forgetEndedSession();
  // After each part the browser may answer a key: together they take a slow phone a quarter of a second.
  await pause();
  await Promise.all([loadScreen(pathname), Promise.race([finishSignOut(), pause(signOutTimeoutMs)])]);
  await pause();
  const client = makeQueryClient((to) => void router.navigate(to, { replace: true }));
  const router = makeRouter();
  followOtherTabs(root, client, router);
  await untilTypingPauses();
  const fetchStatus = () => void client.prefetchQuery(statusQuery);
  // What was rendered is a visitor's screen, before any answer of the server.
  const takesOver = holdsFirstScreen(root, router) && !mayBeSignedIn();
  const background = async () => (await loadBackground()).startBackground(client);
  const ready = () => {
    window.dispatchEvent(new Event(READY));
    settleFonts();
    void loadStyles();
    // Not in the task in which React has taken the screen over: that is the longest.
    if (takesOver) setTimeout(fetchStatus);
    void prefetch([prepareToasts, prepareReloadOffer])
      .then(background)
      // What a worker keeps need not be run ahead, while somebody types.
      .then((isKept) => (isKept ? undefined : prefetch(screens.map(({ load }) => load))));
  };
  const page = (
    <StrictMode>
      <App client={client} router={router} onReady={ready} />
    </StrictMode>
  );
  if (takesOver) {
    // A transition is worked off in small pieces, so that a key is answered between them.
    startTransition(() => void hydrateRoot(root, page));
    return;
  }
  fetchStatus();
  await loadStyles();
  createRoot(root).render(page);
}

/**
 * Whether `root` holds what the router shows first. It does not if the screen's code could not be loaded, which is then tried again;
 * nor if Back has led to another screen while the page's code came, which a reload makes possible.
 */
function holdsFirstScreen(root: HTMLElement, { state }: ReturnType<typeof makeRouter>): boolean {
  const { isInitialized, isLoading, failure, location } = state;
  return (
    isInitialized && !isLoading && failure === null && root.dataset['screen'] === location.pathname.replace(/\/$/, '')
  );
}

/** Loads the work behind the screens. If the network has just gone, it waits until that is back. */
async function loadBackground(): Promise<typeof import('./background')> {
  try {
    return await import('./background');
  } catch {
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    return loadBackground();
  }
}

const pause = (ms = 0) => new Promise((resolve) => setTimeout(resolve, ms));
