const options = {
  long: { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' },
  short: { month: 'long', day: 'numeric', timeZone: 'UTC' },
} as const;
const formats = new Map<keyof typeof options, Intl.DateTimeFormat>();

/** A format is made with the first date: it takes a slow phone a tenth of a second, and no screen is to wait for it. */
function formatOf(length: keyof typeof options): Intl.DateTimeFormat {
  const made = formats.get(length) ?? new Intl.DateTimeFormat('en-US', options[length]);
  formats.set(length, made);
  return made;
}

/** A date (`2026-11-24`) as customers read it: `Tuesday, November 24`, or without the weekday. */
export const dateWords = (date: string, length: keyof typeof options = 'long') =>
  formatOf(length).format(new Date(`${date}T00:00:00Z`));
