import type { ReactNode } from 'react';
import styles from './Banner.module.css';

/** A message about the whole screen. Screen readers announce a `fault` immediately. */
export function Banner({ tone = 'note', children }: { tone?: 'note' | 'good' | 'fault'; children: ReactNode }) {
  return (
    <div className={styles.banner} data-tone={tone} {...(tone === 'fault' ? { role: 'alert' } : {})}>
      {children}
    </div>
  );
}
