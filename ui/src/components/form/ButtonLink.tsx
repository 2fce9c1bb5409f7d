import { Link, type LinkProps } from '~/lib/router/Link';
import type { ButtonVariant } from './Button';
import styles from './Button.module.css';

/** A link that looks like a button. */
export function ButtonLink({ variant = 'primary', className, ...rest }: LinkProps & { variant?: ButtonVariant }) {
  return <Link {...rest} className={[styles.button, className].filter(Boolean).join(' ')} data-variant={variant} />;
}
