import styles from './ProgressBar.module.css';

export interface ProgressSection {
  id: string;
  label: string;
  /** How much of it is done, from 0 to 1. */
  done: number;
}

/** How far along the way, by section. */
export function ProgressBar({
  label,
  sections,
  current,
}: {
  label: string;
  sections: readonly ProgressSection[];
  current: string;
}) {
  return (
    <ol className={styles.bar} aria-label={label}>
      {sections.map((section) => (
        <li key={section.id} className={styles.section} {...(section.id === current ? { 'aria-current': 'step' } : {})}>
          <span className={styles.track}>
            <progress className={styles.fill} max={1} value={section.done} aria-label={`${section.label}, done`} />
          </span>
          <span className={styles.name}>{section.label}</span>
        </li>
      ))}
    </ol>
  );
}
