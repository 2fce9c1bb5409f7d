import type { ComponentProps } from 'react';
import type { Flow, Holidays, StoreDays } from '~/core';
import { DayQuestion } from './DayQuestion';
import { openDays } from './openDays';

interface OpenDayQuestionProps extends Omit<ComponentProps<typeof DayQuestion>, 'days'> {
  flow: Flow;
  /** The moment for which the open days are computed. */
  asOf: string;
  holidays: Holidays;
  /** The chosen store's days; null if no store is chosen. */
  storeDays: StoreDays | null;
  /** The day of an existing order, which can be chosen even if it is blocked by now. */
  ownDay: string | null;
}

/** Asks for a day. The open days are computed for the moment `asOf`. */
export function OpenDayQuestion({ flow, asOf, holidays, storeDays, ownDay, ...question }: OpenDayQuestionProps) {
  const days = openDays(flow, asOf, holidays, storeDays);
  return (
    <DayQuestion {...question} days={{ ...days, blocked: (day) => (day === ownDay ? null : days.blocked(day)) }} />
  );
}
