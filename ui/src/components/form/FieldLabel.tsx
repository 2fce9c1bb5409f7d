import type { ReactNode } from 'react';
import styles from './Field.module.css';

/** The label above a field, and its hint. */
export function FieldLabel({
  id,
  label,
  hint,
  required = false,
}: {
  id: string;
  label: string;
  hint?: ReactNode;
  required?: boolean;
}) {
  return (
    <>
      <label id={`${id}-label`} htmlFor={id} className={styles.label}>
        {label}
        {required ? <span aria-hidden="true"> *</span> : null}
      </label>
      {hint ? (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      ) : null}
    </>
  );
}
