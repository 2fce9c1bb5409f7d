import { useState } from 'react';
import { type OpenDays, openDays } from '~/components/calendar/openDays';
import type { Flow, Holidays, StoreDays } from '~/core';
import { now } from '~/lib/time/clock';

interface DaysInput {
  flow: Flow;
  holidays: Holidays;
  /** Those of the chosen store. */
  storeDays: StoreDays | undefined;
}

/**
 * The days that can be chosen, as of the moment at which the calendar opened: they stay the same while the customer chooses.
 * `isStillOpen` checks a day again before it is saved. If the day has closed meanwhile, the calendar shows the present days, and
 * the element with this id takes the focus.
 */
export function useDays({ flow, holidays, storeDays }: DaysInput, id: string) {
  const [asOf, setAsOf] = useState(now);
  const days: OpenDays = openDays(flow, asOf, holidays, storeDays);
  const isStillOpen = (date: string): boolean => {
    const current = now();
    if (openDays(flow, current, holidays, storeDays).blocked(date) === null) return true;
    setAsOf(current);
    document.getElementById(id)?.focus();
    return false;
  };
  return { asOf, days, isStillOpen };
}
