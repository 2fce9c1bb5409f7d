import type { Location } from 'react-router';

/** The key under which the tab keeps the positions while it reloads. */
const KEY = 'stylebox.scroll';

/** How far each entry of the history was scrolled when it was left, by its key. */
let positions: Record<string, number> = {};

/** Notes how far the page is scrolled. Called before another entry opens. */
export function keepScroll({ key }: Location): void {
  if (typeof window !== 'undefined') positions[key] = window.scrollY;
}

export const scrollOf = ({ key }: Location): number | undefined => positions[key];

/** Keeps the positions over a reload of the tab. */
export function storeScroll(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(positions));
  } catch {
    // Without storage the next page begins at its top.
  }
}

/** Reads what `storeScroll` kept. */
export function readScroll(): void {
  try {
    positions = { ...(JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as typeof positions), ...positions };
  } catch {
    // Without storage there is nothing to read.
  }
}
