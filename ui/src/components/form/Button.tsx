import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, useId, useState } from 'react';
import styles from './Button.module.css';
import { Spinner } from '~/components/feedback/Spinner';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'aria-disabled'> {
  variant?: ButtonVariant;
  /**
   * What still stands in the way, in the customer's words. While there is something, the button is `aria-disabled`: it can
   * be reached, and pressing it shows this list. A submit button still submits, so that its form can show what it found.
   */
  missing?: readonly string[];
  /** Says that something is missing where there is nothing to list. */
  blocked?: boolean;
  /** Pressed while something is missing: the screen may show where. */
  onBlocked?: (() => void) | undefined;
  /** What the button says while it works; a busy button does nothing. */
  busy?: boolean;
  busyLabel?: ReactNode;
  wide?: boolean;
}

const nothing: readonly string[] = [];

export function Button({
  variant = 'primary',
  missing = nothing,
  blocked = false,
  onBlocked,
  busy = false,
  busyLabel,
  wide = false,
  type = 'button',
  onClick,
  children,
  className,
  ...rest
}: ButtonProps) {
  const hintId = useId();
  const [asked, setAsked] = useState(false);
  const disabled = blocked || missing.length > 0;
  const hinted = asked && missing.length > 0;

  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) {
      event.preventDefault();
      return;
    }
    setAsked(disabled);
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
        aria-describedby={hinted ? hintId : rest['aria-describedby']}
        onClick={press}
      >
        {busy ? <Spinner label="" inline /> : null}
        <span>{busy && busyLabel !== undefined ? busyLabel : children}</span>
      </button>
      <span id={hintId} className={styles.hint} role="status">
        {hinted ? `Still needed: ${missing.join(', ')}` : null}
      </span>
    </span>
  );
}
