import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { loaded as rulesLoaded } from 'stylebox-core-wasm/loading';
import { cookie, finishSignOut } from '~/api/client';
import { mayBeSignedIn } from '~/api/account/sessions';
import { statusQuery } from '~/api/status';
import { prepareToasts } from '~/components/feedback/Toaster';
import { forgetEndedSession } from '~/lib/draft/reload';
import { keepHeadingFont, settleFonts } from '~/lib/fonts';
import { loadStyles } from '~/lib/styles';
import { beginDocument } from '~/lib/tablet';
import { untilTypingPauses } from '~/lib/typing';
import { App } from './App';
import { prepareReloadOffer } from './NewerPage';
import { prefetch } from './prefetch';
import { followOtherTabs, reloadRestoredTablet } from './otherTabs';
import { makeQueryClient } from './queryClient';
import { loadScreen, makeRouter, screens } from './router';

/** The event for the document's own script (`ui/src/app/waiting.js`), which then repeats presses that came too early. */
const READY = 'stylebox:ready';

/** How long the screen waits until the server knows of a sign-out. Until then, too, the page is a visitor's. */
const signOutTimeoutMs = 1_500;

/**
 * Renders the page into `root`. If `root` already holds the screen that was rendered when the page was built, React hydrates
 * it.
 */
export async function start(root: HTMLElement): Promise<void> {
  const { pathname } = window.location;
  beginDocument();
  reloadRestoredTablet(root);
  keepHeadingFont();
  if (cookie('XSRF-TOKEN') === null) forgetEndedSession();
  // The pauses let the browser handle keys between the parts: together they take a slow phone a quarter of a second.
  await Promise.all([rulesLoaded, pause()]);
  await Promise.all([loadScreen(pathname), Promise.race([finishSignOut(), pause(signOutTimeoutMs)])]);
  await pause();
  const client = makeQueryClient((to) => void router.navigate(to, { replace: true }));
  const router = makeRouter();
  followOtherTabs(root, client, router);
  await untilTypingPauses();
  const fetchStatus = () => void client.prefetchQuery(statusQuery);
  // The prerendered screen is a visitor's, before any answer of the server.
  const takesOver = holdsFirstScreen(root, router) && !mayBeSignedIn();
  const background = async () => (await loadBackground()).startBackground(client);
  const ready = () => {
    window.dispatchEvent(new Event(READY));
    settleFonts();
    void loadStyles();
    // This is not done in the task in which React hydrates the screen, because that is the longest one.
    if (takesOver) setTimeout(fetchStatus);
    void prefetch([prepareToasts, prepareReloadOffer])
      .then(background)
      // Files that a worker caches need not be loaded in advance.
      .then((isKept) => (isKept ? undefined : prefetch(screens.map(({ load }) => load))));
  };
  const page = (
    <StrictMode>
      <App client={client} router={router} onReady={ready} />
    </StrictMode>
  );
  if (takesOver) {
    // React works on a transition in small pieces, so that keys are handled between them.
    startTransition(() => void hydrateRoot(root, page));
    return;
  }
  fetchStatus();
  await loadStyles();
  createRoot(root).render(page);
}

/**
 * Whether `root` holds the screen that the router shows first. It does not if the screen's code could not be loaded. It also
 * does not if the customer has gone back to another screen while the page's code was loading, which is possible after a
 * reload.
 */
function holdsFirstScreen(root: HTMLElement, { state }: ReturnType<typeof makeRouter>): boolean {
  const { isInitialized, isLoading, failure, location } = state;
  return (
    isInitialized && !isLoading && failure === null && root.dataset['screen'] === location.pathname.replace(/\/$/, '')
  );
}

/**
 * Loads the code of the background work. If the network has just gone, waits until it is back. In a browser that keeps the
 * failure of a load, the work begins after the next reload.
 */
async function loadBackground(): Promise<typeof import('./background')> {
  try {
    return await import('./background');
  } catch {
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    return loadBackground();
  }
}

const pause = (ms = 0) => new Promise((resolve) => setTimeout(resolve, ms));
