import { Banner } from '~/components/feedback/Banner';
import { cardOrderWarning } from '~/core';
import styles from './onFile.module.css';

interface CardWarningProps {
  /** When the card ends; null if there is none. */
  expiration: string | null;
  /** The day of the box; null if there is none. */
  date: string | null;
  now: string;
}

/** Whether the card lasts until the box comes (spec B, section 5). It is read out if another day changes it. */
export function CardWarning({ expiration, date, now }: CardWarningProps) {
  const warning = cardOrderWarning({ expiration, now, ship_by_date: date });
  return (
    <div role="status" aria-label="Your card" className={styles.warning}>
      {warning ? <Banner>{warning.message}</Banner> : null}
    </div>
  );
}
