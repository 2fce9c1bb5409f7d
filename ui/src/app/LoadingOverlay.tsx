import { useIsFetching } from '@tanstack/react-query';
import { Spinner } from '~/components/feedback/Spinner';
import { useIsNavigating } from '~/lib/router/hooks';
import styles from './LoadingOverlay.module.css';

/**
 * Covers the page while a screen's code or data loads for the first time. Its spinner shows only after a while. Data that is
 * known and is loaded again covers nothing: a screen that waits for it shows an overlay of its own, with `always`.
 */
export function LoadingOverlay({ always = false }: { always?: boolean }) {
  const navigating = useIsNavigating();
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
