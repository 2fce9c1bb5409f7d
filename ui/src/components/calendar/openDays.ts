import { parseDate } from '@internationalized/date';
import {
  type Blocked,
  calendarRange,
  calendarWindow,
  deliveryCalendarBlocked,
  type Flow,
  type Holidays,
  pickupCalendarBlocked,
  type StoreDays,
} from '~/core';

/** The days of a calendar that can be chosen, by core. */
export interface OpenDays {
  /** Today in the retailer's time zone. */
  today: string;
  /** The first day that can be chosen; today if there is none. */
  first: string;
  /** The last day that the calendar shows. */
  last: string;
  /** Why a day cannot be chosen; null if it can. */
  blocked: (date: string) => Blocked | null;
  /** All reasons that occur in this calendar. */
  reasons: readonly Blocked[];
}

/**
 * The days of all months from the present one to that of the last open day. `store_days` belong to the store where the box is
 * picked up; null if none is chosen yet.
 */
export function openDays(kind: Flow, now: string, holidays: Holidays, store_days: StoreDays | null = null): OpenDays {
  const { today, last } = calendarRange({ kind, now });
  const from = parseDate(today).set({ day: 1 }).toString();
  const to = parseDate(last).set({ day: 31 }).toString();
  const days = calendarWindow({ kind, from, to, now, holidays, store_days });
  const known = new Map(days.map(({ date, blocked }) => [date, blocked]));
  const blockedOn = kind === 'pickup' ? pickupCalendarBlocked : deliveryCalendarBlocked;
  return {
    today,
    first: days.find(({ blocked }) => blocked === null)?.date ?? today,
    last,
    blocked: (date) => {
      const blocked = known.get(date);
      return blocked === undefined ? blockedOn({ date, now, holidays, store_days }) : blocked;
    },
    reasons: [...new Set(known.values())].filter((reason) => reason !== null),
  };
}
