import { useState } from 'react';
import { DateText } from './DateText';
import { DayCalendar } from './DayCalendar';
import type { OpenDays } from './openDays';
import { Banner } from '~/components/feedback/Banner';
import { FieldMessage } from '~/components/form/FieldMessage';
import { messagesText } from '~/core';
import styles from '~/components/form/Question.module.css';

interface DayQuestionProps {
  id: string;
  title: string;
  /** Text before the chosen day. */
  meaning: string;
  days: OpenDays;
  /** The day that was chosen before; it may be closed by now. */
  stored: string | null;
  value: string | null;
  onChange: (day: string) => void;
  /** Whether to show only one month, with smaller days, as in the sign-up. */
  small?: boolean;
  /** Why the day is missing, or was not taken. */
  message?: string | undefined;
}

/** Asks for a day. If the stored one has closed meanwhile, says so. */
export function DayQuestion({ id, title, meaning, days, stored, value, onChange, small, message }: DayQuestionProps) {
  const [turnedTo, setTurnedTo] = useState<string | null>(null);
  const closed = stored === null ? null : days.blocked(stored);
  return (
    <section
      id={id}
      tabIndex={-1}
      className={styles.question}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-message`}
    >
      <div>
        <h2 id={`${id}-title`} className={styles.title}>
          {title}
          <span aria-hidden="true"> *</span>
        </h2>
        <FieldMessage id={`${id}-message`}>{message}</FieldMessage>
      </div>
      {stored !== null && closed !== null ? (
        <Banner>
          <DateText date={stored} /> can no longer be chosen. {messagesText(closed)}
        </Banner>
      ) : null}
      <DayCalendar
        // On a new day the calendar mounts again: at the month that the customer has turned to, otherwise at that of the
        // proposed day.
        key={days.today}
        turnedTo={turnedTo === stored ? null : turnedTo}
        onTurn={setTurnedTo}
        label={title}
        days={days}
        value={value}
        onChange={onChange}
        meaning={meaning}
        small={small}
      />
    </section>
  );
}
