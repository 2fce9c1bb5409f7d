import { parseDate } from '@internationalized/date';
import { type Blocked, calendarWindow, type Flow, type Holidays, policy } from '~/core';

/** Which days of a calendar can be chosen, by core. */
export interface OpenDays {
  /** The day that it is where the retailer is. */
  today: string;
  /** The last day that a customer may look at. */
  last: string;
  /** Why a day cannot be chosen; null where it can. */
  blocked: (date: string) => Blocked | null;
  /** All that keeps a day from being chosen. */
  reasons: readonly Blocked[];
}

/** The days from this month on, as far ahead as a day may be chosen. */
export function openDays(kind: Flow, now: string, holidays: Holidays): OpenDays {
  const here = parseDate(now.slice(0, 10));
  const ask = (from: string, to: string) => calendarWindow({ kind, from, to, now, holidays });
  // The business day is this day or the one before it, wherever the browser is.
  const around = ask(here.subtract({ days: 1 }).toString(), here.toString());
  const today = around.find(({ blocked }) => blocked !== 'past')?.date ?? here.toString();

  const { delivery_months_ahead, pickup_months_ahead } = policy();
  const months = kind === 'pickup' ? pickup_months_ahead : delivery_months_ahead;
  const first = parseDate(today).set({ day: 1 }).toString();
  const last = parseDate(today).add({ months }).toString();
  const end = parseDate(last).set({ day: 31 }).toString();
  const known = new Map(ask(first, end).map(({ date, blocked }) => [date, blocked]));
  return {
    today,
    last,
    // A day outside of what was asked about is over, or too far away.
    blocked: (date) => known.get(date) ?? (date < first ? 'past' : date > end ? 'too_far' : null),
    reasons: [...new Set(known.values())].filter((reason) => reason !== null),
  };
}
