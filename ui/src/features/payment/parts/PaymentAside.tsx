import parcel from '~/assets/boxes/parcel.svg';
import { Illustration } from '~/components/media/Illustration';
import { FeeTerms } from '~/components/money/FeeTerms';
import styles from './PaymentAside.module.css';

/** A picture and the prices, beside the form. */
export function PaymentAside() {
  return (
    <aside className={styles.aside} aria-label="Your first box">
      <div className={styles.sticky}>
        <Illustration src={parcel} ratio="4 / 3" cover className={styles.picture} />
        <FeeTerms />
      </div>
    </aside>
  );
}
