/** Sets the window's width for media queries until the test ends. */
export function holdWidth(px: number): void {
  const original = window.matchMedia;
  window.matchMedia = (media) => {
    const [, from] = /^\(min-width: (\d+)px\)$/.exec(media) ?? [];
    const matches = from !== undefined && px >= Number(from);
    return Object.assign(new EventTarget(), { media, matches }) as unknown as MediaQueryList;
  };
  restore.push(() => {
    window.matchMedia = original;
  });
}

const restore: (() => void)[] = [];
afterEach(() => restore.splice(0).forEach((undo) => undo()));
