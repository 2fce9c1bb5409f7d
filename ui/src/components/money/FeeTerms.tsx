import { policy } from '~/core';
import styles from './FeeTerms.module.css';

/** The price of a box and how long it can be tried on (spec A, section 1). */
export function FeeTerms() {
  const terms = policy();
  return (
    <dl className={styles.terms}>
      <div className={styles.term}>
        <dt className={styles.figure}>${terms.first_styling_fee_dollars}</dt>
        <dd>
          styling fee for your first box, then ${terms.styling_fee_dollars} a box. It comes off the price of whatever
          you keep.
        </dd>
      </div>
      <div className={styles.term}>
        <dt className={styles.figure}>Free</dt>
        <dd>shipping, there and back. Returns go by mail, or to any of our stores.</dd>
      </div>
      <div className={styles.term}>
        <dt className={styles.figure}>{terms.try_on_days_shipped} days</dt>
        <dd>to try everything on at home, or {terms.try_on_days_picked_up} days where you pick up at a store.</dd>
      </div>
      <div className={styles.term}>
        <dt className={styles.figure}>{terms.multi_item_discount_percent}% off</dt>
        <dd>the whole purchase when you keep {terms.multi_item_count} pieces or more.</dd>
      </div>
    </dl>
  );
}
