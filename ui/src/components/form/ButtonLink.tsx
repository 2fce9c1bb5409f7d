import { Link, type LinkProps } from 'react-router';
import type { ButtonVariant } from './Button';
import styles from './Button.module.css';

/** A link that looks like a button: it goes somewhere, it does nothing else. */
export function ButtonLink({ variant = 'primary', className, ...rest }: LinkProps & { variant?: ButtonVariant }) {
  return <Link {...rest} className={[styles.button, className].filter(Boolean).join(' ')} data-variant={variant} />;
}
