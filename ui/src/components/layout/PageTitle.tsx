import type { ReactNode } from 'react';
import styles from './PageTitle.module.css';

/** The heading of a screen, with an optional small line above it and a lead below. */
export function PageTitle({ eyebrow, lead, children }: { eyebrow?: ReactNode; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.title}>
      {eyebrow ? <p className="eyebrow">{eyebrow}</p> : null}
      <h1 tabIndex={-1}>{children}</h1>
      {lead ? <div className={styles.lead}>{lead}</div> : null}
    </div>
  );
}
