import { useState } from 'react';
import { useKnownStatus } from '~/api/status';
import { type OpenDays, openDays } from '~/components/calendar/openDays';
import type { Flow, Holidays, StoreDays } from '~/core';
import { now } from '~/lib/time/clock';

interface DaysInput {
  flow: Flow;
  holidays: Holidays;
  /** The chosen store's days. */
  storeDays: StoreDays | undefined;
}

/**
 * The days that can be chosen, as of the moment when the calendar opened, so that they do not change while the customer
 * chooses. `isStillOpen` checks a day again before it is saved. If the day has closed meanwhile, the calendar shows the
 * present days, and the element with this id gets the focus.
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
 * The moment when the calendar opened, and a function that sets another moment. A visitor's calendar may open before the
 * server's time is known and use the browser's clock, which may be wrong. In that case the moment is set again once the
 * server's time is known.
 */
function useMoment(): [string, (moment: string) => void] {
  const isClockSet = useKnownStatus() !== undefined;
  const [{ moment, isTrusted }, setTaken] = useState(() => ({ moment: now(), isTrusted: isClockSet }));
  if (isClockSet && !isTrusted) setTaken({ moment: now(), isTrusted: true });
  return [moment, (taken) => setTaken({ moment: taken, isTrusted: isClockSet })];
}
