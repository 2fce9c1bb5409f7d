import type { ReactNode } from 'react';
import styles from './TextButton.module.css';

interface TextButtonProps {
  /** While busy, the button does nothing. Its text stays, so that nothing beside it moves. */
  busy?: boolean;
  onClick: () => void;
  'aria-expanded'?: boolean;
  'aria-controls'?: string;
  children: ReactNode;
}

/** A button that looks like a link, within a text or beside links. */
export const TextButton = ({ busy = false, onClick, children, ...rest }: TextButtonProps) => (
  <button
    {...rest}
    type="button"
    className={styles.button}
    aria-disabled={busy || undefined}
    onClick={busy ? undefined : onClick}
  >
    {children}
  </button>
);
