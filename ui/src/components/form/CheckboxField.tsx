import type { ReactNode, Ref } from 'react';
import styles from './Field.module.css';
import { FieldMessage } from './FieldMessage';
import type { FieldBinding } from './field';

type CheckboxFieldProps = FieldBinding & { label: ReactNode };

export function CheckboxField({ label, message, ref, ...input }: CheckboxFieldProps) {
  const { id } = input;
  return (
    <div className={styles.field}>
      <label className={styles.check} htmlFor={id}>
        <input
          {...input}
          ref={ref as Ref<HTMLInputElement>}
          type="checkbox"
          className={styles.checkbox}
          aria-invalid={message !== undefined}
          aria-describedby={`${id}-message`}
        />
        <span>{label}</span>
      </label>
      {message === undefined ? null : <FieldMessage id={`${id}-message`}>{message}</FieldMessage>}
    </div>
  );
}
