import type { Ref, TextareaHTMLAttributes } from 'react';
import styles from './Field.module.css';
import { FieldLabel } from './FieldLabel';
import { FieldMessage } from './FieldMessage';
import { describedBy, type FieldBinding, type FieldWords } from './field';
import { useAutofill } from './useAutofill';

type TextAreaProps = FieldBinding &
  FieldWords &
  Pick<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value' | 'rows' | 'placeholder'>;

export function TextArea({ label, hint, required = false, message, ref, ...area }: TextAreaProps) {
  const autofill = useAutofill(undefined);
  const { id } = area;
  return (
    <div className={styles.field} data-fault={message !== undefined}>
      <FieldLabel id={id} label={label} hint={hint} required={required} />
      <div className={styles.box}>
        <textarea
          {...area}
          autoComplete={autofill}
          ref={ref as Ref<HTMLTextAreaElement>}
          className={`${styles.input} ${styles.area}`}
          aria-required={required}
          aria-invalid={message !== undefined}
          aria-describedby={describedBy(id, hint)}
        />
      </div>
      <FieldMessage id={`${id}-message`}>{message}</FieldMessage>
    </div>
  );
}
