/** The sticky bars, by the edge of the screen that they cover. */
const bars = { start: new Set<HTMLElement>(), end: new Set<HTMLElement>() };

/**
 * Keeps elements that get the focus from being covered by a sticky bar: the page's scroll padding (`base.css`) is as high as
 * the highest bar at that edge. A narrow sticky element beside the content covers nothing.
 */
function covering(edge: keyof typeof bars) {
  const measure = () => {
    const heights = [...bars[edge]].map((bar) => (bar.offsetWidth > window.innerWidth / 2 ? bar.offsetHeight : 0));
    document.documentElement.style.setProperty(`--covered-${edge}`, `${Math.max(0, ...heights)}px`);
  };
  return (bar: HTMLElement | null) => {
    if (bar === null || typeof ResizeObserver === 'undefined') return undefined;
    bars[edge].add(bar);
    const observer = new ResizeObserver(measure);
    observer.observe(bar);
    return () => {
      observer.disconnect();
      bars[edge].delete(bar);
      measure();
    };
  };
}

/** The `ref` of a bar that stays at the top of the screen. */
export const coversTop = covering('start');

/** The `ref` of a bar that stays at the bottom of the screen. */
export const coversBottom = covering('end');
