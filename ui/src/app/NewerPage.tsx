import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react';
import { useNewerRules } from '~/api/newerRules';
import { focusHeading } from './focusHeading';
import styles from './Root.module.css';

/** Loads the offer. Where its code does not come, nothing is offered, and nothing breaks. */
export const prepareReloadOffer = (): Promise<{ default: ComponentType }> =>
  import('~/components/feedback/ReloadOffer').catch(() => ({ default: () => null }));

const ReloadOffer = lazy(prepareReloadOffer);

/** Where a reload is offered once the server has other rules than this page: what comes into a status is read out. */
export function NewerPage() {
  const newer = useNewerRules();
  const offered = useRef(newer);
  // The button that declined it has gone: the focus does not go with it.
  useEffect(() => {
    if (offered.current && !newer) focusHeading();
    offered.current = newer;
  }, [newer]);
  return (
    <div className={styles.notice} role="status" aria-atomic="false">
      <Suspense fallback={null}>{newer ? <ReloadOffer /> : null}</Suspense>
    </div>
  );
}
