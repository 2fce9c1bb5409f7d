/** Whether the customer can see this page. */
export const isInFront = (): boolean => document.visibilityState === 'visible';

/** What a window or tab fires when it comes to the front. Some of it also when it goes to the back. */
const EVENTS = [
  [window, 'focus'],
  [window, 'pageshow'],
  [document, 'visibilitychange'],
] as const;

/**
 * Calls `listener` each time the customer comes back to this page: when its window or tab comes to the front. One return can fire two
 * events, so it can be called twice. Returns a function that ends this.
 */
export function onReturn(listener: () => void): () => void {
  const look = () => {
    if (isInFront()) listener();
  };
  for (const [target, event] of EVENTS) target.addEventListener(event, look);
  return () => {
    for (const [target, event] of EVENTS) target.removeEventListener(event, look);
  };
}
