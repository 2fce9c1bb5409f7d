/** How long the page is left alone where a browser cannot say that it is idle. */
const quietMs = 2_000;

/**
 * Fetches what the customer will want next, one after the other, once the page has nothing else to do: a network that goes
 * away on the train then takes no screen along. Where data is dear, nothing is fetched that was not asked for.
 */
export function prefetch(loads: readonly (() => Promise<unknown>)[]): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const fetchAll = async () => {
    for (const load of loads) {
      // What does not come now is fetched, and its failure told, when it is wanted.
      await load().catch(() => undefined);
    }
  };
  if ('requestIdleCallback' in window) window.requestIdleCallback(() => void fetchAll());
  else setTimeout(() => void fetchAll(), quietMs);
}
