import { isPrefetchFree } from '~/lib/metered';

/** The delay before prefetching, in browsers that cannot report idle time. */
const idleDelayMs = 2_000;

/**
 * Loads the code of other screens one after another while the page is idle, so that they open even if the network fails
 * later. Does nothing on a slow or metered network, and ends with the first failure: some browsers keep a failure until the
 * page is reloaded, so that each further try without a network would leave one more screen that needs a reload.
 */
export async function prefetch(loads: readonly (() => Promise<unknown>)[]): Promise<void> {
  await idle();
  for (const load of loads) {
    if (!isPrefetchFree()) return;
    try {
      // oxlint-disable-next-line no-await-in-loop
      await load();
    } catch {
      // It is shown when the screen is opened.
      return;
    }
    // oxlint-disable-next-line no-await-in-loop
    await idle();
  }
}

/** Waits until the browser has nothing else to do. */
function idle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(resolve);
    else setTimeout(resolve, idleDelayMs);
  });
}
