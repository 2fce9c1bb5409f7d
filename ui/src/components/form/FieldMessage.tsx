import styles from './Field.module.css';

/**
 * The message under a field. Its space is reserved while it is empty, so that nothing jumps. `spoken`: screen readers read it
 * when it appears, because the form has no summary that is read out.
 */
export function FieldMessage({
  id,
  spoken = false,
  children,
}: {
  id: string;
  spoken?: boolean;
  children?: React.ReactNode;
}) {
  return (
    <p id={id} className={styles.message} {...(spoken ? { 'aria-live': 'polite' } : {})}>
      {children}
    </p>
  );
}
