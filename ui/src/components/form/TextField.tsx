import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './Field.module.css';
import { FieldLabel } from './FieldLabel';
import { FieldMessage } from './FieldMessage';
import { describedBy, type FieldBinding, type FieldWords } from './field';
import { useAutofill } from './useAutofill';

type TextFieldProps = FieldBinding &
  FieldWords &
  Pick<
    InputHTMLAttributes<HTMLInputElement>,
    | 'type'
    | 'autoComplete'
    | 'inputMode'
    | 'spellCheck'
    | 'autoCapitalize'
    | 'defaultValue'
    | 'value'
    | 'placeholder'
    | 'onInput'
    | 'onKeyDown'
    | 'list'
  > & {
    /** Shown after the message: a link, for example. */
    afterMessage?: ReactNode;
    /** Whether screen readers read the message when it appears. */
    spoken?: boolean;
    /** Shown at the end of the field, for example a password's Show button. */
    end?: ReactNode;
  };

export function TextField({
  label,
  hint,
  required = false,
  message,
  afterMessage,
  spoken = false,
  end,
  ref,
  autoComplete,
  ...input
}: TextFieldProps) {
  const autofill = useAutofill(autoComplete);
  const { id } = input;
  return (
    <div className={styles.field} data-fault={message !== undefined}>
      <FieldLabel id={id} label={label} hint={hint} required={required} />
      <div className={styles.box}>
        <input
          type="text"
          {...input}
          autoComplete={autofill}
          ref={ref as Ref<HTMLInputElement>}
          className={styles.input}
          aria-required={required}
          aria-invalid={message !== undefined}
          aria-describedby={describedBy(id, hint)}
        />
        {end}
      </div>
      <FieldMessage id={`${id}-message`} spoken={spoken}>
        {message}
        {afterMessage}
      </FieldMessage>
    </div>
  );
}
