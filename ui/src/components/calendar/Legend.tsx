import styles from './DayCalendar.module.css';

/** How the calendar marks days. */
export function Legend() {
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
