import styles from './Spinner.module.css';

/** Shows that something is loading, but only after 400 ms. */
export function Spinner({ label, inline = false }: { label: string; inline?: boolean }) {
  return (
    <span
      className={inline ? styles.inline : styles.spinner}
      {...(label ? { role: 'status' } : { 'aria-hidden': true })}
    >
      <svg viewBox="0 0 24 24" width="1em" height="1em" aria-hidden="true" className={styles.ring}>
        <circle cx="12" cy="12" r="10.500" fill="none" stroke="currentColor" strokeWidth="1.500" opacity=".2" />
        <path d="M12 1.500a10.500 10.500 0 0 1 10.500 10.500" fill="none" stroke="currentColor" strokeWidth="1.500" />
      </svg>
      {label ? <span className="unseen">{label}</span> : null}
    </span>
  );
}
