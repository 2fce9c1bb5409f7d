import { type DateLength, dateOptions } from './dateWords';

/** A moment (`2026-11-25T05:59:00Z`) by the clocks of a zone; without one, by those of the browser. */
export function momentWords(
  moment: string,
  length: DateLength = 'long',
  timeZone?: string,
): { day: string; time: string } {
  const at = new Date(moment);
  const zone = timeZone === undefined ? {} : { timeZone };
  const { timeZone: _utc, ...parts } = dateOptions[length];
  const words = (options: Intl.DateTimeFormatOptions) =>
    // Some browsers put a narrow space before AM and PM.
    new Intl.DateTimeFormat('en-US', { ...options, ...zone }).format(at).replaceAll('\u202F', ' ');
  return { day: words(parts), time: words({ hour: 'numeric', minute: '2-digit' }) };
}
