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
import styles from './DayCalendar.module.css';
import { DateText } from './DateText';
import type { OpenDays } from './openDays';
import { useMediaQuery } from './useMediaQuery';

/** From this width on two months stand side by side (spec A, section 9). */
const wideEnough = '(min-width: 768px)';

interface DayCalendarProps {
  label: string;
  days: OpenDays;
  value: string | null;
  onChange: (date: string) => void;
  /** What the chosen day means: `Your box arrives on`. */
  meaning: string;
}

/** A day to choose. One that cannot be chosen says why: under the calendar for the eye, after its date for the ear. */
export function DayCalendar({ label, days, value, onChange, meaning }: DayCalendarProps) {
  const id = useId();
  const months = useMediaQuery(wideEnough) ? [0, 1] : [0];
  const [asked, setAsked] = useState<string | null>(null);
  const cell = (date: CalendarDate) => {
    const day = date.toString();
    const blocked = days.blocked(day);
    return (
      <CalendarCell
        date={date}
        className={styles.day ?? ''}
        data-day={day}
        data-now={day === days.today}
        {...(blocked === null ? {} : { 'aria-describedby': `${id}-${blocked}`, 'data-blocked': blocked })}
      />
    );
  };

  const grids = months.map((offset) => (
    <div key={offset} className={styles.month}>
      <CalendarHeading offset={{ months: offset }} className={styles.name ?? ''} />
      <CalendarGrid offset={{ months: offset }} weekdayStyle="short" className={styles.grid ?? ''}>
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className={styles.weekday ?? ''}>{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>{cell}</CalendarGridBody>
      </CalendarGrid>
    </div>
  ));

  return (
    <I18nProvider locale="en-US">
      <Calendar
        aria-label={label}
        className={styles.calendar ?? ''}
        visibleDuration={{ months: months.length }}
        selectionAlignment="start"
        pageBehavior="single"
        firstDayOfWeek="sun"
        value={value === null ? null : parseDate(value)}
        defaultFocusedValue={parseDate(value ?? days.today)}
        onChange={(date) => onChange(date.toString())}
        isDateUnavailable={(date) => days.blocked(date.toString()) !== null}
      >
        <Turn days={days} months={months.length} />
        <div
          className={styles.months}
          onFocus={(event) => setAsked(dayAt(event.target))}
          onBlur={() => setAsked(null)}
          onPointerOver={(event) => setAsked(dayAt(event.target))}
          onPointerLeave={() => setAsked(null)}
        >
          {grids}
        </div>
      </Calendar>
      <Line days={days} day={asked !== null && days.blocked(asked) !== null ? asked : value} meaning={meaning} />
      <Legend />
      {days.reasons.map((reason) => (
        <span key={reason} id={`${id}-${reason}`} hidden>
          {messagesText(reason)}
        </span>
      ))}
    </I18nProvider>
  );
}

/** The day whose cell `target` is, or lies in. */
const dayAt = (target: EventTarget) =>
  (target instanceof Element && target.closest<HTMLElement>('[data-day]')?.dataset['day']) || null;

/** To the months before and after, as far as there is something to choose. */
function Turn({ days, months }: { days: OpenDays; months: number }) {
  const start = useContext(CalendarStateContext)?.visibleRange.start;
  if (!start) return null;
  const last = start.add({ months: months - 1 });
  return (
    <div className={styles.turn}>
      <Button slot="previous" className={styles.arrow ?? ''} isDisabled={monthOf(start) <= days.today.slice(0, 7)}>
        <Arrow path="M20 12H5m6-6-6 6 6 6" />
      </Button>
      <Button slot="next" className={styles.arrow ?? ''} isDisabled={monthOf(last) >= days.last.slice(0, 7)}>
        <Arrow path="M4 12h15M13 6l6 6-6 6" />
      </Button>
    </div>
  );
}

const monthOf = (date: CalendarDate) => date.toString().slice(0, 7);

function Arrow({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}

/** What there is to say of the day that is looked at, else of the one that is chosen. */
function Line({ days, day, meaning }: { days: OpenDays; day: string | null; meaning: string }) {
  const blocked = day === null ? null : days.blocked(day);
  return (
    <p className={styles.line} data-blocked={blocked !== null}>
      {day === null ? null : blocked === null ? (
        <>
          {meaning} <DateText date={day} />
        </>
      ) : (
        <>
          <DateText date={day} />: {messagesText(blocked)}
        </>
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
        <span className={styles.mark} data-kind="blocked" /> Not available: point at it or tap it to see why
      </li>
    </ul>
  );
}
