import { useState } from 'react';
import { useKnownStatus } from '~/api/status';
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
  const [asOf, setAsOf] = useMoment();
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

/**
 * The moment at which the calendar opened, and a function that takes another one instead. A visitor's calendar may open before the
 * server has said what time it is, and goes by the browser's clock, which may be wrong: the moment is taken again after that.
 */
function useMoment(): [string, (moment: string) => void] {
  const isClockSet = useKnownStatus() !== undefined;
  const [{ moment, isTrusted }, setTaken] = useState(() => ({ moment: now(), isTrusted: isClockSet }));
  if (isClockSet && !isTrusted) setTaken({ moment: now(), isTrusted: true });
  return [moment, (taken) => setTaken({ moment: taken, isTrusted: isClockSet })];
}
