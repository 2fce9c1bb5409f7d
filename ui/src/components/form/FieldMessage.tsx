import styles from './Field.module.css';

/**
 * The message under a field. Its space is kept while it is empty, so that nothing jumps. `spoken`: screen readers read it when it
 * comes, because no summary of the form does.
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
