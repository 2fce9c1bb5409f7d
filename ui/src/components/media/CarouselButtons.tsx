import { type RefObject, useEffect, useState } from 'react';
import styles from './CarouselButtons.module.css';

/** Buttons that scroll a row that is wider than the screen. Keyboard users move through the row's items instead. */
export function CarouselButtons({ row }: { row: RefObject<HTMLElement | null> }) {
  const [ends, setEnds] = useState({ start: true, end: false });

  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const updateEnds = () => {
      const left = Math.abs(element.scrollLeft);
      setEnds({ start: left < 8, end: left + element.clientWidth > element.scrollWidth - 8 });
    };
    updateEnds();
    element.addEventListener('scroll', updateEnds, { passive: true });
    window.addEventListener('resize', updateEnds);
    return () => {
      element.removeEventListener('scroll', updateEnds);
      window.removeEventListener('resize', updateEnds);
    };
  }, [row]);

  const scroll = (direction: 1 | -1) =>
    row.current?.scrollBy({ left: direction * row.current.clientWidth * 0.8, behavior: 'smooth' });

  return (
    <div className={styles.buttons}>
      <button type="button" aria-label="Previous pictures" aria-disabled={ends.start} onClick={() => scroll(-1)}>
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path d="M20 12H5m6-6-6 6 6 6" />
        </svg>
      </button>
      <button type="button" aria-label="More pictures" aria-disabled={ends.end} onClick={() => scroll(1)}>
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path d="M4 12h15M13 6l6 6-6 6" />
        </svg>
      </button>
    </div>
  );
}
