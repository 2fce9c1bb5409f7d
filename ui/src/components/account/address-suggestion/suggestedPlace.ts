/**
 * The place of the suggestion that an arrow key marks, of `count`; -1 is the text as it was typed, which is one of the places. Null for
 * any other key.
 */
export function placeAfter(key: string, active: number, count: number): number | null {
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null;
  const places = count + 1;
  const step = key === 'ArrowDown' ? 1 : -1;
  return ((active + 1 + step + places) % places) - 1;
}
