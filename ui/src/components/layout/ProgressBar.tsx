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
            <progress className={styles.fill} max={1} value={section.done} aria-label={spoken(section, current)} />
          </span>
          <span className={styles.name} aria-hidden="true">
            {section.label}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** What is heard of a section, beside how much of it is done. */
function spoken({ id, label, done }: ProgressSection, current: string): string {
  if (done === 1) return `${label}: complete`;
  return done > 0 || id === current ? `${label}: under way` : `${label}: not started yet`;
}
