/** What some browsers say about the network. */
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
