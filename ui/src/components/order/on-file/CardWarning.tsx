import { Banner } from '~/components/feedback/Banner';
import { cardOrderWarning } from '~/core';
import styles from './onFile.module.css';

interface CardWarningProps {
  /** The card's expiration; null if there is no card. */
  expiration: string | null;
  /** The day of the box; null if none is chosen. */
  date: string | null;
  now: string;
}

/** Warns if the card expires before the box comes (spec B, section 5). It is read out if choosing another day changes it. */
export function CardWarning({ expiration, date, now }: CardWarningProps) {
  const warning = cardOrderWarning({ expiration, now, ship_by_date: date });
  return (
    <div role="status" aria-label="Your card" className={styles.warning}>
      {warning ? <Banner>{warning.message}</Banner> : null}
    </div>
  );
}
