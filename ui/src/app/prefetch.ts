/** The delay before prefetching, in browsers that cannot report idle time. */
const idleDelayMs = 2_000;

/** What browsers say about the network, where they do. */
interface Connection {
  saveData?: boolean;
  /** `slow-2g`, `2g`, `3g` or `4g`. */
  effectiveType?: string;
  /** `cellular`, `wifi`, … */
  type?: string;
}

/** Whether prefetching costs the customer nothing: the network is fast and not metered, as far as the browser says. */
export function isPrefetchFree(): boolean {
  const { connection } = navigator as { connection?: Connection };
  if (!connection) return true;
  const { saveData = false, effectiveType = '4g', type } = connection;
  return !saveData && effectiveType === '4g' && type !== 'cellular';
}

/**
 * Loads the code of other screens while the page is idle, one after another. A network that fails later then breaks no
 * screen. Does nothing on a slow or metered network.
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
