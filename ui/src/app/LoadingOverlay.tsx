import { useIsFetching } from '@tanstack/react-query';
import { useNavigation } from 'react-router';
import { Spinner } from '~/components/feedback/Spinner';
import styles from './LoadingOverlay.module.css';

/** Covers the page while a screen's code or data loads for the first time. Its spinner shows only after a while. */
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
