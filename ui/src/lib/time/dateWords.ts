export const dateOptions = {
  long: { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' },
  short: { month: 'long', day: 'numeric', timeZone: 'UTC' },
  'with year': { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' },
} as const;

/** Which parts of a date are written. */
export type DateLength = keyof typeof dateOptions;

const formats = new Map<DateLength, Intl.DateTimeFormat>();

/**
 * A format is built for the first date that needs it. A slow phone takes a tenth of a second, and no screen should wait for a
 * format that it does not use.
 */
function formatOf(length: DateLength): Intl.DateTimeFormat {
  const made = formats.get(length) ?? new Intl.DateTimeFormat('en-US', dateOptions[length]);
  formats.set(length, made);
  return made;
}

/**
 * A date (`2026-11-24`) as customers read it: `Tuesday, November 24`; without the weekday; or `November 24, 2026`, if it can be
 * long ago or far ahead.
 */
export const dateWords = (date: string, length: DateLength = 'long') =>
  formatOf(length).format(new Date(`${date}T00:00:00Z`));
