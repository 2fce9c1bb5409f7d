import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, type Ref, useId, useState } from 'react';
import { Spinner } from '~/components/feedback/Spinner';
import { none } from '~/lib/none';
import styles from './Button.module.css';

/** `danger` is for actions that cannot be undone. It must not look like the normal next step. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

interface ButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'aria-disabled' | 'aria-describedby'> {
  variant?: ButtonVariant;
  /**
   * What is still missing, in the customer's words. While there is something, the button is `aria-disabled`: it can be
   * focused, and pressing it shows this list. A submit button still submits, so that its form can show its errors.
   */
  missing?: readonly string[];
  /** Disables the button in the same way if there is no list to show. */
  blocked?: boolean;
  /** Called when the disabled button is pressed, so that the screen can show what is missing. */
  onBlocked?: (() => void) | undefined;
  /** While busy, the button shows `busyLabel` and does nothing. */
  busy?: boolean;
  busyLabel?: ReactNode;
  /** Why the button's last action failed. It stays below the button after the toast, which was read out, is gone. */
  failure?: readonly string[];
  wide?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({
  variant = 'primary',
  missing = none,
  blocked = false,
  onBlocked,
  busy = false,
  busyLabel,
  failure = none,
  wide = false,
  type = 'button',
  onClick,
  children,
  className,
  ...rest
}: ButtonProps) {
  const hintId = useId();
  const [wasPressed, setWasPressed] = useState(false);
  const isMissing = missing.length > 0;
  const disabled = blocked || isMissing;
  const hinted = wasPressed && isMissing;
  const failed = failure.length > 0 && !hinted;

  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) {
      event.preventDefault();
      return;
    }
    setWasPressed(disabled);
    if (disabled) onBlocked?.();
    else onClick?.(event);
  };

  return (
    <span className={[styles.frame, wide && styles.wide, className].filter(Boolean).join(' ')}>
      <button
        {...rest}
        type={type}
        className={styles.button}
        data-variant={variant}
        aria-disabled={disabled || busy}
        aria-describedby={failed ? `${hintId}f` : hintId}
        onClick={press}
      >
        {busy ? <Spinner label="" inline /> : null}
        <span>{busy && busyLabel !== undefined ? busyLabel : children}</span>
      </button>
      <span id={hintId} className={styles.hint} role="status">
        {hinted ? `Still needed: ${missing.join(', ')}` : ''}
      </span>
      {/* This is no status, because the toast is read out already. */}
      {failed ? (
        <span id={`${hintId}f`} className={styles.hint}>
          {failure.join(' ')}
        </span>
      ) : null}
    </span>
  );
}
