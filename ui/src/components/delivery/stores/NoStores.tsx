import type { ReactNode } from 'react';
import type { Store } from '~/api/delivery/locations';
import styles from './StorePicker.module.css';

interface NoStoresProps {
  search: string;
  stores: readonly Store[] | null;
  showAll: () => void;
  onRetry: (() => void) | undefined;
  instead: ReactNode;
}

/** What the list shows without stores: they are being loaded, could not be loaded, there are none, or none is found. */
export function NoStores({ search, stores, showAll, onRetry, instead }: NoStoresProps) {
  if (stores === null && !onRetry) return <p className={styles.none}>Looking up our stores…</p>;
  if (stores?.length === 0) {
    return (
      <div className={styles.none}>
        <p>No store offers pick-up right now. You can have your box sent to you instead.</p>
        {instead}
      </div>
    );
  }
  return (
    <div className={styles.none}>
      <p>{stores === null ? 'Our stores could not be loaded.' : `No store found for “${search.trim()}”.`}</p>
      <button type="button" className={styles.all} onClick={stores === null ? onRetry : showAll}>
        {stores === null ? 'Try again' : `Show all ${stores.length} stores`}
      </button>
    </div>
  );
}
