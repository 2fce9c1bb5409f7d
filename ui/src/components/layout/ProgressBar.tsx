import styles from './ProgressBar.module.css';

export interface ProgressSection {
  id: string;
  label: string;
  /** From 0 to 1. */
  done: number;
}

/** Progress by section. */
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
            <progress
              className={styles.fill}
              max={1}
              value={section.done}
              aria-label={screenReaderText(section, current)}
            />
          </span>
          <span className={styles.name} aria-hidden="true">
            {section.label}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The section's text for screen readers. */
function screenReaderText({ id, label, done }: ProgressSection, current: string): string {
  if (done === 1) return `${label}: complete`;
  return done > 0 || id === current ? `${label}: under way` : `${label}: not started yet`;
}
