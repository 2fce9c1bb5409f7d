import { isPrefetchFree } from '~/lib/metered';

/** The delay before prefetching, in browsers that cannot report idle time. */
const idleDelayMs = 2_000;

/**
 * Loads the code of other screens one after another while the page is idle, so that they open even if the network fails
 * later. Does nothing on a slow or metered network.
 */
export async function prefetch(loads: readonly (() => Promise<unknown>)[]): Promise<void> {
  await idle();
  for (const load of loads) {
    if (!isPrefetchFree()) return;
    // A failure is shown when the screen is opened.
    // oxlint-disable-next-line no-await-in-loop
    await load().catch(() => undefined);
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
