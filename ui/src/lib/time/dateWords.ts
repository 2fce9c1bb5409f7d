const long = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });
const short = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });

/** A date (`2026-11-24`) as customers read it: `Tuesday, November 24`, or without the weekday. */
export const dateWords = (date: string, length: 'long' | 'short' = 'long') =>
  (length === 'long' ? long : short).format(new Date(`${date}T00:00:00Z`));
