import { type MouseEvent, useEffect, useId, useRef } from 'react';
import { none } from '~/lib/none';
import styles from './ErrorSummary.module.css';

/** One entry: what is wrong, and the id of its field. */
export interface Fault {
  id: string;
  label: string;
  message: string;
}

interface ErrorSummaryProps {
  faults: readonly Fault[];
  attempt: number;
  unreached?: boolean;
  /** Why the form was refused, if the reason concerns no field. */
  failure?: readonly string[];
  /** A last line about the consequences. */
  note?: string | null;
}

/**
 * The errors of a form that could not be sent, each with a link to its field. Gets the focus each time `attempt` grows, so
 * that it is read out. `unreached`: there was no answer; the form is not sent again automatically.
 */
export function ErrorSummary({ faults, attempt, unreached = false, failure = none, note = null }: ErrorSummaryProps) {
  const titleId = useId();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt === 0) return;
    box.current?.focus();
    box.current?.scrollIntoView({ block: 'center' });
  }, [attempt]);

  if (attempt === 0 || (faults.length === 0 && !unreached && failure.length === 0)) return null;
  const isUnreached = faults.length === 0 && unreached;
  const [title, ...more] =
    faults.length > 0 ? [thingsToLookAt(faults.length), ...failure] : unreached ? ['You are offline'] : failure;
  return (
    <div ref={box} className={styles.summary} tabIndex={-1} role="group" aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      {more.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {isUnreached ? (
        <p className={styles.list}>
          What you typed is still here. Press the button again once you are back online: nothing is sent until you do.
        </p>
      ) : faults.length === 0 ? null : (
        <ul className={styles.list}>
          {faults.map(({ id, label, message }) => (
            <li key={id}>
              <a href={`#${id}`} onClick={(event) => goTo(event, id)}>
                {label}: {message}
              </a>
            </li>
          ))}
        </ul>
      )}
      {note === null ? null : <p className={styles.list}>{note}</p>}
    </div>
  );
}

const thingsToLookAt = (count: number) => (count === 1 ? 'One thing to fix' : `${count} things to fix`);

/** Focuses the field without changing the address bar. */
function goTo(event: MouseEvent, id: string): void {
  event.preventDefault();
  const field = document.getElementById(id);
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}
