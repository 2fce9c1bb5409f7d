import styles from './StepLine.module.css';

/** Progress as a line of named steps. */
export function StepLine({ label, steps, current }: { label: string; steps: readonly string[]; current: number }) {
  return (
    <div className={styles.box}>
      <ol className={styles.line} aria-label={label}>
        {steps.map((step, index) => (
          <li
            key={step}
            className={styles.step}
            data-done={index <= current}
            {...(index === current ? { 'aria-current': 'step' } : {})}
          >
            <span className={styles.name}>{step}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
