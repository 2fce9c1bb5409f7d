/**
 * Moves the focus to the screen's heading, so that it is read out. With `scrolls` the heading is scrolled into sight: for a button
 * further down that disappears. Returns whether there is a heading yet.
 */
export function focusHeading({ scrolls = false } = {}): boolean {
  const heading = document.querySelector<HTMLElement>('main h1');
  heading?.focus({ preventScroll: !scrolls });
  return heading !== null;
}

/**
 * Moves the focus to the screen's heading. If the heading comes later with its data, waits for it, unless the customer has
 * moved the focus by then. Returns a function that ends the waiting.
 */
export function focusHeadingWhenShown(): () => void {
  if (focusHeading()) return () => undefined;
  const left = document.activeElement;
  const watcher = new MutationObserver(() => {
    if (document.activeElement !== left || focusHeading()) watcher.disconnect();
  });
  watcher.observe(document.body, { childList: true, subtree: true });
  return () => watcher.disconnect();
}
