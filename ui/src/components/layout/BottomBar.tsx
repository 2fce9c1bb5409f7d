import type { ReactNode } from 'react';
import styles from './BottomBar.module.css';

/** The bar that stays in sight at the bottom of a screen. */
export const BottomBar = ({ children }: { children: ReactNode }) => <div className={styles.bar}>{children}</div>;
