import { type CalendarDate, parseDate } from '@internationalized/date';
import { useContext, useId, useState } from 'react';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
  CalendarStateContext,
  I18nProvider,
} from 'react-aria-components';
import { messagesText } from '~/core';
import { TWO_MONTHS_FROM_PX } from '~/styles/layout';
import { DateText } from './DateText';
import styles from './DayCalendar.module.css';
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
   * Called with a day of the month that the customer has turned to; with null if that is the month of the value, or of today
   * if there is no value.
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
  const proposed = value ?? days.today;
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

/** Moves to another month, within the months that have days to choose. */
function MonthButton({ to, days, months }: { to: 'previous' | 'next'; days: OpenDays; months: number }) {
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

const monthOf = (date: CalendarDate) => date.toString().slice(0, 7);

/** A line about the hovered or focused day, otherwise about the chosen one. */
function DayLine({ days, day, meaning }: { days: OpenDays; day: string | null; meaning: string }) {
  const blocked = day === null ? null : days.blocked(day);
  return (
    <p className={styles.line} data-blocked={day === null || blocked !== null}>
      {day === null ? (
        'No day chosen yet.'
      ) : blocked === null ? (
        <span>
          {meaning} <DateText date={day} />
        </span>
      ) : (
        <span>
          <DateText date={day} />: {messagesText(blocked)}
        </span>
      )}
    </p>
  );
}

function Legend() {
  return (
    <ul className={styles.legend} aria-label="How days are marked">
      <li>
        <span className={styles.mark} data-kind="chosen" /> Your day
      </li>
      <li>
        <span className={styles.mark} data-kind="open" /> Open
      </li>
      <li>
        <span className={styles.mark} data-kind="blocked" /> Not available: hover over it or tap it to see why
      </li>
    </ul>
  );
}
