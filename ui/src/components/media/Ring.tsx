import styles from './Ring.module.css';

/** How complete something is, as a ring, or as a tick if it is complete. The text beside it says the same. */
export function Ring({ percentage }: { percentage: number }) {
  return (
    <svg viewBox="0 0 80 80" className={styles.ring} data-complete={percentage === 100} aria-hidden="true">
      <circle cx="40" cy="40" r="36" className={styles.track} />
      <circle
        cx="40"
        cy="40"
        r="36"
        pathLength="100"
        strokeDasharray={`${percentage} 100`}
        className={styles.done}
        transform="rotate(-90 40 40)"
      />
      {percentage === 100 ? (
        <path d="m26 41 10 10 19-21" className={styles.tick} />
      ) : (
        <text x="40" y="41" className={styles.number}>
          {percentage}%
        </text>
      )}
    </svg>
  );
}
