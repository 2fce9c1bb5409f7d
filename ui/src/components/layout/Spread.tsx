import type { ReactNode } from 'react';
import styles from './Spread.module.css';

/** Text on the left and a picture on the right; on a phone only the text. */
export function Spread({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.spread}>
      <div className={styles.words}>{children}</div>
      <div className={styles.picture}>{picture}</div>
    </div>
  );
}
