import type { ReactNode } from 'react';
import styles from './Rows.module.css';

/** Facts, each with its name beside it; for example, an order's store and day. */
export const Rows = ({ children }: { children: ReactNode }) => <dl className={styles.rows}>{children}</dl>;

export const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.row}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** A smaller line below a fact. */
export const RowNote = ({ children }: { children: ReactNode }) => <span className={styles.note}>{children}</span>;
