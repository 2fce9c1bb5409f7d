import type { CalendarDate } from '@internationalized/date';
import { useContext } from 'react';
import { Button, CalendarStateContext } from 'react-aria-components';
import styles from './DayCalendar.module.css';
import type { OpenDays } from './openDays';

/** The month of a date: `2026-11`. */
export const monthOf = (date: CalendarDate) => date.toString().slice(0, 7);

/** Moves to another month, within the months that have days to choose. */
export function MonthButton({ to, days, months }: { to: 'previous' | 'next'; days: OpenDays; months: number }) {
  const start = useContext(CalendarStateContext)?.visibleRange.start;
  if (!start) return null;
  const back = to === 'previous';
  const atEnd = back
    ? monthOf(start) <= days.today.slice(0, 7)
    : monthOf(start.add({ months: months - 1 })) >= days.last.slice(0, 7);
  return (
    <Button
      slot={to}
      className={styles.arrow ?? ''}
      data-to={to}
      isDisabled={atEnd}
      aria-label={back ? 'Previous month' : 'Next month'}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path d={back ? 'M20 12H5m6-6-6 6 6 6' : 'M4 12h15M13 6l6 6-6 6'} fill="none" stroke="currentColor" />
      </svg>
    </Button>
  );
}
