import type { ReactNode } from 'react';
import styles from './Banner.module.css';

/** A sentence that concerns the whole screen. A `fault` is read out as it comes. */
export function Banner({ tone = 'note', children }: { tone?: 'note' | 'good' | 'fault'; children: ReactNode }) {
  return (
    <div className={styles.banner} data-tone={tone} {...(tone === 'fault' ? { role: 'alert' } : {})}>
      {children}
    </div>
  );
}
