import type { ReactNode } from 'react';
import styles from './BottomBar.module.css';
import { coversBottom } from './coveringBar';

/** The bar that stays in sight at the bottom of a screen. */
export const BottomBar = ({ children }: { children: ReactNode }) => (
  <div ref={coversBottom} className={styles.bar}>
    {children}
  </div>
);
