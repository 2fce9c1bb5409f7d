/** Moves the focus to the screen's heading, so that it is read out. Returns whether there is a heading yet. */
export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1');
  heading?.focus({ preventScroll: true });
  return heading !== null;
}
