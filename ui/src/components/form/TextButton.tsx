import type { ReactNode } from 'react';
import styles from './TextButton.module.css';

interface TextButtonProps {
  onClick: () => void;
  children: ReactNode;
}

/** A button that looks like a link, within a text or beside links. */
export const TextButton = ({ onClick, children }: TextButtonProps) => (
  <button type="button" className={styles.button} onClick={onClick}>
    {children}
  </button>
);
