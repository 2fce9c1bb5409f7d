import { useEffect, useState } from 'react';
import { Button } from '~/components/form/Button';
import { PageTitle } from '~/components/layout/PageTitle';
import { brand, policy } from '~/core';
import { focusHeading } from '~/lib/focusHeading';
import { hasUnsent } from '~/lib/draft/reload';
import { useFinishing } from '~/lib/tablet';
import { goodbyeAt } from './finishingModel';
import { arePhotosUnderWay, isSendingLast } from './leave';
import styles from './StoreTablet.module.css';
import { useForgetting } from './useForgetting';
import { forget, tryAgain, useSendingLast } from './useSendingLast';

/**
 * Says goodbye to the customer of a store's tablet, and shows nothing of them. First their last answers and photos are sent.
 * Then the tablet forgets them: it clears what the browser holds, and ends the session. The next customer's sign-up opens
 * only after the server has ended the session, even if another tab asked for that. It opens in a new document, which knows
 * nothing of this one.
 */
export default function Finishing() {
  const step = useFinishing();
  const isSending = isSendingLast(step);
  const [last] = useState<'answers' | 'photos'>(() => (hasUnsent() && !arePhotosUnderWay() ? 'answers' : 'photos'));
  useSendingLast(isSending, step === 'failed');
  const forgetting = useForgetting(step);
  const again = isSending ? tryAgain : forgetting.again;
  const [isThere, setIsThere] = useState(false);

  useEffect(() => {
    focusHeading();
    // A screen reader announces only changes in a region that exists already.
    const frame = requestAnimationFrame(() => setIsThere(true));
    return () => cancelAnimationFrame(frame);
  }, []);

  useEffect(() => {
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [again]);

  const { isUnreached } = forgetting;
  const { store_idle_answer_seconds: secondsLeft } = policy();
  const { words, canTryAgain, canGiveUp } = goodbyeAt({ step, last, secondsLeft, isUnreached });
  return (
    <main id="main" className={styles.finishing}>
      <title>{`Finish · ${brand().product}`}</title>
      <PageTitle lead={<p role="status">{isThere ? words : '\u00a0'}</p>}>Thank you</PageTitle>
      <div className={styles.answers}>
        {canTryAgain ? <Button onClick={again}>Try again</Button> : null}
        {canGiveUp ? (
          <Button variant="quiet" onClick={forget}>
            Finish without them
          </Button>
        ) : null}
      </div>
    </main>
  );
}
