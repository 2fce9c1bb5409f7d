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
 * The days that can be chosen. They are fixed while the customer chooses; `isStillOpen` looks again at the day that is about
 * to be kept. If it has closed meanwhile, the days change and the focus goes to the calendar of this id.
 */
export function useDays({ flow, holidays, storeDays }: DaysInput, id: string) {
  const [present, setPresent] = useState(now);
  const days: OpenDays = openDays(flow, present, holidays, storeDays);
  const isStillOpen = (date: string): boolean => {
    const current = now();
    if (openDays(flow, current, holidays, storeDays).blocked(date) === null) return true;
    setPresent(current);
    document.getElementById(id)?.focus();
    return false;
  };
  return { present, days, isStillOpen };
}
