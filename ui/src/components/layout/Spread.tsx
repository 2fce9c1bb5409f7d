import type { ReactNode } from 'react';
import styles from './Spread.module.css';

/** A spread as in a magazine: words on one page, a picture on the other. A phone has the words alone. */
export function Spread({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.spread}>
      <div className={styles.words}>{children}</div>
      <div className={styles.picture}>{picture}</div>
    </div>
  );
}
