import { type MouseEvent, useEffect, useRef } from 'react';
import styles from './ErrorSummary.module.css';

/** One entry: what is wrong, and the id of its field. */
export interface Fault {
  id: string;
  label: string;
  message: string;
}

/**
 * The errors of a form that could not be sent, each with a link to its field. Takes the focus each time `attempt` grows, so
 * that it is read out.
 */
export function ErrorSummary({ faults, attempt }: { faults: readonly Fault[]; attempt: number }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt === 0) return;
    box.current?.focus();
    box.current?.scrollIntoView({ block: 'center' });
  }, [attempt]);

  if (attempt === 0 || faults.length === 0) return null;
  return (
    <div ref={box} className={styles.summary} tabIndex={-1} role="group" aria-labelledby="error-summary">
      <h2 id="error-summary" className={styles.title}>
        {faults.length === 1 ? 'One thing to look at again' : `${faults.length} things to look at again`}
      </h2>
      <ul className={styles.list}>
        {faults.map(({ id, label, message }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={(event) => goTo(event, id)}>
              {label}: {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Focuses the field without changing the address bar. */
function goTo(event: MouseEvent, id: string): void {
  event.preventDefault();
  const field = document.getElementById(id);
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}
