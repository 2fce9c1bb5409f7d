import { useIsFetching } from '@tanstack/react-query';
import { useNavigation } from 'react-router';
import { Spinner } from '~/components/feedback/Spinner';
import styles from './LoadingOverlay.module.css';

/** A veil while a screen's code or any data section is loading for the first time; quick answers never show it. */
export function LoadingOverlay({ always = false }: { always?: boolean }) {
  const navigating = useNavigation().state !== 'idle';
  const loading = useIsFetching({
    predicate: ({ state, meta }) => state.status === 'pending' && meta?.['background'] !== true,
  });
  if (!always && !navigating && loading === 0) return null;
  return (
    <div className={styles.overlay}>
      <Spinner label="Loading" />
    </div>
  );
}
