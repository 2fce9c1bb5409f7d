import { type CalendarDate, parseDate } from '@internationalized/date';
import { useId, useState } from 'react';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
  I18nProvider,
} from 'react-aria-components';
import { messagesText } from '~/core';
import { TWO_MONTHS_FROM_PX } from '~/styles/layout';
import styles from './DayCalendar.module.css';
import { DayLine } from './DayLine';
import { Legend } from './Legend';
import { MonthButton, monthOf } from './MonthButton';
import type { OpenDays } from './openDays';
import { useMediaQuery } from './useMediaQuery';

interface DayCalendarProps {
  label: string;
  days: OpenDays;
  value: string | null;
  onChange: (date: string) => void;
  /** Text before the chosen day: `Your box arrives on`. */
  meaning: string;
  /** Whether to show only one month, with smaller days, as in the sign-up. */
  small?: boolean | undefined;
  /**
   * A day of the month that the calendar opens with; null for the month of the value. If the month is out of range, the
   * nearest one opens.
   */
  turnedTo: string | null;
  /**
   * Called with a day of the month that the customer has turned to; with null if that is the month of the value, or of the
   * first day that can be chosen if there is no value.
   */
  onTurn: (date: string | null) => void;
}

/**
 * A calendar to choose a day from. A day that cannot be chosen says why: in a line below, and as its description for screen
 * readers.
 */
export function DayCalendar({
  label,
  days,
  value,
  onChange,
  meaning,
  small = false,
  turnedTo,
  onTurn,
}: DayCalendarProps) {
  const id = useId();
  const wide = useMediaQuery(`(min-width: ${TWO_MONTHS_FROM_PX}px)`);
  const months = wide && !small ? [0, 1] : [0];
  // At the end of a month, none of its days may be left to choose.
  const proposed = value ?? days.first;
  const [pointedDay, setPointedDay] = useState<string | null>(null);
  const dayOf = (date: CalendarDate) => {
    const day = date.toString();
    const blocked = days.blocked(day);
    return (
      <CalendarCell
        date={date}
        className={styles.day ?? ''}
        data-day={day}
        data-now={day === days.today}
        data-blocked={blocked ?? undefined}
        render={(cell) => (
          <div
            {...cell}
            aria-label={dayLabel(cell['aria-label'], day === days.today)}
            aria-describedby={blocked === null ? undefined : `${id}-${blocked}`}
          />
        )}
      />
    );
  };

  const grids = months.map((offset) => (
    <div key={offset}>
      <CalendarHeading offset={{ months: offset }} className={styles.name ?? ''} />
      <CalendarGrid offset={{ months: offset }} weekdayStyle="short" className={styles.grid ?? ''}>
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className={styles.weekday ?? ''}>{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>{dayOf}</CalendarGridBody>
      </CalendarGrid>
    </div>
  ));

  return (
    <I18nProvider locale="en-US">
      <Calendar
        aria-label={label}
        className={styles.calendar ?? ''}
        data-small={small}
        visibleDuration={{ months: months.length }}
        selectionAlignment="start"
        pageBehavior="single"
        firstDayOfWeek="sun"
        value={value === null ? null : parseDate(value)}
        // The middle one of the three days is always in a month that can be shown.
        defaultFocusedValue={parseDate((turnedTo && [days.today, turnedTo, days.last].toSorted()[1]) || proposed)}
        onFocusChange={(date) => onTurn(proposed.startsWith(monthOf(date)) ? null : String(date))}
        onChange={(date) => onChange(date.toString())}
        isDateUnavailable={(date) => days.blocked(date.toString()) !== null}
      >
        <MonthButton to="previous" days={days} months={months.length} />
        <div
          className={styles.months}
          onFocus={(event) => setPointedDay(dayAt(event.target))}
          onBlur={() => setPointedDay(null)}
          onPointerOver={(event) => setPointedDay(dayAt(event.target))}
          onPointerLeave={() => setPointedDay(null)}
        >
          {grids}
        </div>
        <MonthButton to="next" days={days} months={months.length} />
      </Calendar>
      <DayLine
        days={days}
        day={pointedDay !== null && days.blocked(pointedDay) !== null ? pointedDay : value}
        meaning={meaning}
      />
      <Legend />
      {days.reasons.map((reason) => (
        <span key={reason} id={`${id}-${reason}`} hidden>
          {messagesText(reason)}
        </span>
      ))}
    </I18nProvider>
  );
}

const TODAY = 'Today, ';

/** A day's name for screen readers. The library says "Today" for the device's day, which may differ from the retailer's. */
const dayLabel = (label = '', isToday: boolean) => (isToday ? TODAY : '') + label.replace(TODAY, '');

/** The day of the cell that `target` is in. */
const dayAt = (target: EventTarget) =>
  (target instanceof Element && target.closest<HTMLElement>('[data-day]')?.dataset['day']) || null;
