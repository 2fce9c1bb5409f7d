// The delivery calendar in date-fns. The day in Chicago comes from the platform's `Intl`.
import {
  addMonths,
  differenceInCalendarDays,
  eachDayOfInterval,
  isAfter,
  isBefore,
  isFriday,
  isSunday,
  isWeekend,
  lightFormat,
  parseISO,
  subDays,
} from 'date-fns';
import { chicagoDate } from './checks.mjs';

const iso = (day) => lightFormat(day, 'yyyy-MM-dd');

/** `calendar.window` of kind `delivery`. */
export function deliveryWindow({ from, to, now, holidays }) {
  const today = parseISO(chicagoDate(now));
  const last = addMonths(today, 6);
  const closed = new Set([...(holidays?.company_holidays ?? []), ...(holidays?.mail_holidays ?? [])]);
  const disallowed = new Set(holidays?.custom_ship_disallowed_dates);

  const shipsOn = (day) => {
    let leaves = subDays(day, 3);
    while (isWeekend(leaves) || closed.has(iso(leaves))) leaves = subDays(leaves, 1);
    return leaves;
  };
  const isCutOff = (day) => {
    const ahead = differenceInCalendarDays(day, today);
    return isFriday(today) && ahead >= 3 && ahead <= 5;
  };
  const blocked = (day, date) => {
    if (isBefore(day, today)) return 'past';
    if (isAfter(day, last)) return 'too_far';
    if (isSunday(day)) return 'sunday';
    if (closed.has(date)) return 'holiday';
    if (disallowed.has(date)) return 'disallowed';
    if (isCutOff(day)) return 'friday_cutoff';
    return isBefore(shipsOn(day), today) ? 'ship_date_past' : null;
  };
  return eachDayOfInterval({ start: parseISO(from), end: parseISO(to) }).map((day) => {
    const date = iso(day);
    return { date, blocked: blocked(day, date) };
  });
}
