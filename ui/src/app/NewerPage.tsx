import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useNewerRules } from '~/api/newerRules';
import { optionalPart } from '~/components/feedback/latePart';
import { coversTop } from '~/components/layout/coveringBar';
import { focusHeading } from '~/lib/focusHeading';
import { withStyles } from '~/lib/styles';
import styles from './Root.module.css';

/** Loads the code of the offer. */
export const prepareReloadOffer = () => withStyles(import('~/components/feedback/ReloadOffer'));

const ReloadOffer = optionalPart(prepareReloadOffer);

/**
 * Offers a reload if the server's rules differ from this page's. `children` are other bars above the page. All bars are a
 * status, so that screen readers announce them.
 */
export function NewerPage({ children }: { children?: ReactNode }) {
  const newer = useNewerRules();
  const offered = useRef(newer);
  // The button with the focus is gone: move the focus to the heading, so that it is not lost.
  useEffect(() => {
    if (offered.current && !newer) focusHeading();
    offered.current = newer;
  }, [newer]);
  return (
    <div ref={coversTop} className={styles.notice} role="status" aria-atomic="false">
      <Suspense fallback={null}>{newer ? <ReloadOffer /> : null}</Suspense>
      {children}
    </div>
  );
}
