import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './NoticeBar.module.css';

/** A bar above the page that asks something; `children` are its buttons. It appears without moving the page. */
export function NoticeBar({ words, children }: { words: ReactNode; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);

  // If the page is at its top, scrolls by the bar's height, so that the content does not jump. Elsewhere browsers do it
  // themselves.
  useLayoutEffect(() => {
    if (window.scrollY === 0) window.scrollBy({ top: bar.current?.offsetHeight ?? 0, behavior: 'instant' });
  }, []);

  return (
    <div ref={bar} className={styles.bar}>
      <div className={styles.inner}>
        <p className={styles.words}>{words}</p>
        <div className={styles.answers}>{children}</div>
      </div>
    </div>
  );
}
