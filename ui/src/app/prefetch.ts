/** The delay before prefetching in browsers that cannot report idle time. */
const quietMs = 2_000;

/**
 * Loads the code of other screens, one after another, once the page is idle. A network that fails later then breaks no
 * screen. Does nothing if the customer saves data.
 */
export function prefetch(loads: readonly (() => Promise<unknown>)[]): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const fetchAll = async () => {
    for (const load of loads) {
      // A failure is shown when the screen is opened.
      await load().catch(() => undefined);
    }
  };
  if ('requestIdleCallback' in window) window.requestIdleCallback(() => void fetchAll());
  else setTimeout(() => void fetchAll(), quietMs);
}
