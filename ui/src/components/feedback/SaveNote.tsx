import styles from './SaveNote.module.css';

const words = { saved: 'Saved', saving: 'Saving…', unsaved: 'Not saved yet' } as const;

/** Shows whether the answers are saved. */
export function SaveNote({ state }: { state: keyof typeof words }) {
  return (
    <p className={styles.note} data-state={state} role="status">
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <path d={state === 'saved' ? 'm3 8.5 3.200 3.200L13 5' : 'M8 3v5.500M8 11.500v1.500'} />
      </svg>
      <span>
        {words[state]}
        {state === 'unsaved' ? <span className={styles.more}>: we keep trying, and nothing is lost</span> : null}
      </span>
    </p>
  );
}
