import styles from './Field.module.css';

/** The message under a field. Its space is kept while it is empty, so that nothing jumps. */
export function FieldMessage({ id, children }: { id: string; children?: React.ReactNode }) {
  return (
    <p id={id} className={styles.message}>
      {children}
    </p>
  );
}
