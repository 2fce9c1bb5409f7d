import type { ComponentProps } from 'react';
import type { Flow, Holidays, StoreDays } from '~/core';
import { DayQuestion } from './DayQuestion';
import { openDays } from './openDays';

interface OpenDayQuestionProps extends Omit<ComponentProps<typeof DayQuestion>, 'days'> {
  flow: Flow;
  /** The moment for which the open days are computed. */
  asOf: string;
  holidays: Holidays;
  /** Those of the chosen store; null if none is chosen. */
  storeDays: StoreDays | null;
  /** A day that stays possible: an order has it already. */
  ownDay: string | null;
}

/** Asks for a day of the calendar as it was at a moment. */
export function OpenDayQuestion({ flow, asOf, holidays, storeDays, ownDay, ...question }: OpenDayQuestionProps) {
  const days = openDays(flow, asOf, holidays, storeDays);
  return (
    <DayQuestion {...question} days={{ ...days, blocked: (day) => (day === ownDay ? null : days.blocked(day)) }} />
  );
}
