/**
 * The place, among `count` suggestions, that an arrow key marks next. The typed text is a place too: -1. Null for any other
 * key.
 */
export function placeAfter(key: string, active: number, count: number): number | null {
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null;
  const places = count + 1;
  const step = key === 'ArrowDown' ? 1 : -1;
  return ((active + 1 + step + places) % places) - 1;
}
