import { termsShown } from '~/core';
import styles from './FeeTerms.module.css';

/** What a box costs and promises, by core. */
export function FeeTerms() {
  return (
    <dl className={styles.terms}>
      {termsShown().map(({ figure, text }) => (
        <div key={figure} className={styles.term}>
          <dt className={styles.figure}>{figure}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
