import { parseDate } from '@internationalized/date';
import { type Blocked, calendarWindow, type Flow, type Holidays, policy } from '~/core';

/** The days of a calendar that can be chosen, by core. */
export interface OpenDays {
  /** Today in the retailer's time zone. */
  today: string;
  /** The last day that the calendar shows. */
  last: string;
  /** Why a day cannot be chosen; null if it can. */
  blocked: (date: string) => Blocked | null;
  /** All reasons that occur in this calendar. */
  reasons: readonly Blocked[];
}

/** The open days from the start of this month to the last day that may be chosen. */
export function openDays(kind: Flow, now: string, holidays: Holidays): OpenDays {
  const utcToday = parseDate(now.slice(0, 10));
  const daysBetween = (from: string, to: string) => calendarWindow({ kind, from, to, now, holidays });
  // In the shop's zone it is this UTC day or the one before.
  const twoDays = daysBetween(utcToday.subtract({ days: 1 }).toString(), utcToday.toString());
  const today = twoDays.find(({ blocked }) => blocked !== 'past')?.date ?? utcToday.toString();

  const { delivery_months_ahead, pickup_months_ahead } = policy();
  const months = kind === 'pickup' ? pickup_months_ahead : delivery_months_ahead;
  const first = parseDate(today).set({ day: 1 }).toString();
  const last = parseDate(today).add({ months }).toString();
  const end = parseDate(last).set({ day: 31 }).toString();
  const known = new Map(daysBetween(first, end).map(({ date, blocked }) => [date, blocked]));
  return {
    today,
    last,
    // Days before the queried range are past, days after it are too far away.
    blocked: (date) => known.get(date) ?? (date < first ? 'past' : date > end ? 'too_far' : null),
    reasons: [...new Set(known.values())].filter((reason) => reason !== null),
  };
}
