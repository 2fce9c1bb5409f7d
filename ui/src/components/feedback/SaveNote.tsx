import styles from './SaveNote.module.css';

const words = {
  saved: 'Saved',
  saving: 'Saving…',
  unsaved: 'Saved on this device',
  incomplete: 'Not saved yet',
} as const;

export type SaveState = keyof typeof words;

const icons: Partial<Record<SaveState, string>> = { unsaved: 'M5 2h6v12H5zM7.500 12h1', incomplete: 'M3 8h10' };

/** Shows whether the answers are saved. */
export function SaveNote({ state }: { state: SaveState }) {
  return (
    <p className={styles.note} data-state={state} role="status">
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <path d={icons[state] ?? 'm3 8.5 3.200 3.200L13 5'} />
      </svg>
      <span>
        {words[state]}
        {state === 'unsaved' ? <span className={styles.more}>: it is sent once you are online</span> : null}
      </span>
    </p>
  );
}
