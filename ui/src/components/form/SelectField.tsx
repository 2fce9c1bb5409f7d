import type { Ref, SelectHTMLAttributes } from 'react';
import styles from './Field.module.css';
import { FieldLabel } from './FieldLabel';
import { FieldMessage } from './FieldMessage';
import { describedBy, type FieldBinding, type FieldWords } from './field';
import { useAutofill } from './useAutofill';

type SelectFieldProps = FieldBinding &
  FieldWords &
  Pick<SelectHTMLAttributes<HTMLSelectElement>, 'autoComplete' | 'value'> & {
    options: readonly { value: string; label: string }[];
    /** Shown until something is chosen. */
    placeholder?: string;
  };

export function SelectField({
  label,
  hint,
  required = false,
  message,
  options,
  placeholder,
  ref,
  autoComplete,
  ...select
}: SelectFieldProps) {
  const autofill = useAutofill(autoComplete);
  const { id } = select;
  return (
    <div className={styles.field} data-fault={message !== undefined}>
      <FieldLabel id={id} label={label} hint={hint} required={required} />
      <div className={styles.box}>
        <select
          {...select}
          autoComplete={autofill}
          ref={ref as Ref<HTMLSelectElement>}
          className={`${styles.input} ${styles.select}`}
          aria-required={required}
          aria-invalid={message !== undefined}
          aria-describedby={describedBy(id, hint)}
        >
          {placeholder === undefined ? null : <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
      <FieldMessage id={`${id}-message`}>{message}</FieldMessage>
    </div>
  );
}
