/** Moves the focus to the screen's heading, so that it is read out. Answers whether there is one by now. */
export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1');
  heading?.focus({ preventScroll: true });
  return heading !== null;
}
