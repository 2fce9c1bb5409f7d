import { type ReactNode, useId, useRef } from 'react';
import { FieldMessage } from './FieldMessage';
import styles from './RadioGroup.module.css';

export interface RadioGroupProps {
  legend: ReactNode;
  hideLegend?: boolean;
  options: readonly { value: string; label: ReactNode }[];
  value: string | null;
  /** `byArrowKey`: the customer is moving through the choices, so a choice should not open a dialog. */
  onChange: (value: string, byArrowKey: boolean) => void;
  /** The options side by side, as one control. Meant for two or three short labels. */
  segmented?: boolean;
  message?: string | undefined;
  required?: boolean;
  id?: string;
}

export function RadioGroup({
  legend,
  hideLegend = false,
  options,
  value,
  onChange,
  segmented = false,
  message,
  required = false,
  ...rest
}: RadioGroupProps) {
  const ownId = useId();
  const id = rest.id ?? ownId;
  const byArrowKey = useRef(false);
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      role="radiogroup"
      className={styles.group}
      aria-required={required}
      aria-invalid={message !== undefined}
      aria-describedby={`${id}-message`}
      onKeyDown={({ key }) => {
        byArrowKey.current = key.startsWith('Arrow');
      }}
      onPointerDown={() => {
        byArrowKey.current = false;
      }}
    >
      <legend className={hideLegend ? 'unseen' : styles.legend}>{legend}</legend>
      <div className={segmented ? styles.segments : styles.list}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value, byArrowKey.current)}
              className={styles.control}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      <FieldMessage id={`${id}-message`}>{message}</FieldMessage>
    </fieldset>
  );
}
