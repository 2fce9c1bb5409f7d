import { messagesText } from '~/core';
import { DateText } from './DateText';
import styles from './DayCalendar.module.css';
import type { OpenDays } from './openDays';

/** A line about the hovered or focused day, otherwise about the chosen one. */
export function DayLine({ days, day, meaning }: { days: OpenDays; day: string | null; meaning: string }) {
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
