import styles from './Field.module.css';

/** The one message under a field. Its space is kept, so that nothing jumps when it comes. */
export function FieldMessage({ id, children }: { id: string; children?: React.ReactNode }) {
  return (
    <p id={id} className={styles.message}>
      {children}
    </p>
  );
}
