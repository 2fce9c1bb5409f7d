import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '~/api/client';
import { Button } from '~/components/form/Button';
import { PageTitle } from '~/components/layout/PageTitle';
import { brand, policy } from '~/core';
import { focusHeading } from '~/lib/focusHeading';
import { hasUnsent } from '~/lib/draft/reload';
import { forgetTab } from '~/lib/memory';
import { clearTab, finishing, markEnded, useFinishing } from '~/lib/tablet';
import { basePath, paths } from '~/paths';
import { arePhotosUnderWay, goOnSending, isSendingLast, sendLast } from './leave';
import styles from './StoreTablet.module.css';

/**
 * Says goodbye to the customer of a store's tablet, and shows nothing of them. First their last answers and photos are sent.
 * Then the tablet forgets them: it clears what the browser holds, and ends the session. The next customer's sign-up opens
 * only after the server has ended the session, even if another tab asked for that. It opens in a new document, which knows
 * nothing of this one.
 */
export default function Finishing() {
  const step = useFinishing();
  const isSending = isSendingLast(step);
  const sending = useSending(isSending, step === 'failed');
  const forgetting = useForgetting(step);
  const { words, isFailed, again } = isSending ? sending : forgetting;
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

  return (
    <main id="main" className={styles.finishing}>
      <title>{`Finish · ${brand().product}`}</title>
      <PageTitle lead={<p role="status">{isThere ? words : '\u00a0'}</p>}>Thank you</PageTitle>
      <div className={styles.answers}>
        {isFailed ? <Button onClick={again}>Try again</Button> : null}
        {isSending ? (
          <Button variant="quiet" onClick={forget}>
            Finish without them
          </Button>
        ) : null}
      </div>
    </main>
  );
}

/** Counts tries. After a failed try the next one begins only with `again`. */
function useTries() {
  const [tries, setTries] = useState(1);
  const [failed, setFailed] = useState(0);
  const [again] = useState(() => () => setTries((count) => count + 1));
  return { tries, isFailed: failed === tries, fail: setFailed, again };
}

const forget = () => goOnSending('forgotten');

/**
 * Sends the customer's last answers and photos. If that fails in one tab, all tabs say so, and all try again together. All
 * tries together take no longer than the tablet waits for an idle customer.
 */
function useSending(isWanted: boolean, isFailed: boolean) {
  const client = useQueryClient();
  const [{ tries, hasFailed }, setTried] = useState({ tries: 1, hasFailed: isFailed });
  if (hasFailed !== isFailed) setTried({ tries: isFailed ? tries : tries + 1, hasFailed: isFailed });
  const { store_idle_seconds: limit, store_idle_answer_seconds: answer } = policy();
  const [last] = useState(() => (hasUnsent() && !arePhotosUnderWay() ? 'answers' : 'photos'));

  useEffect(() => {
    if (!isWanted) return undefined;
    const left = new AbortController();
    const { signal } = left;
    const fail = () => goOnSending('failed');
    const timer = setTimeout(fail, limit * 1000);
    sendLast(client, { again: tries > 1, signal }).then(
      () => signal.aborted || forget(),
      () => signal.aborted || fail(),
    );
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [isWanted, client, tries, limit]);

  // A limit for all tries together: the next customer must not wait, however often the network comes and goes.
  useEffect(() => {
    if (!isWanted) return undefined;
    const timer = setTimeout(forget, (limit + answer) * 1000);
    return () => clearTimeout(timer);
  }, [isWanted, limit, answer]);

  // After a failure the customer may have gone, so the tablet waits for them only `answer` seconds.
  useEffect(() => {
    if (!isWanted || !isFailed) return undefined;
    const timer = setTimeout(forget, answer * 1000);
    return () => clearTimeout(timer);
  }, [isWanted, isFailed, answer]);

  const words = isFailed
    ? `Your last ${last} could not be sent. Try again, or add them at home: in ${answer} seconds this tablet forgets you.`
    : `One moment, your last ${last} are being sent. Then this tablet forgets you.`;
  return { words, isFailed, again: tryAgain };
}

const tryAgain = () => goOnSending('sending');

/** Forgets the customer and ends their session. Once it has ended, opens the next customer's sign-up. */
function useForgetting(step: ReturnType<typeof finishing>) {
  const client = useQueryClient();
  const { tries, isFailed, fail, again } = useTries();

  useEffect(() => {
    if (step !== 'forgotten') return;
    forgetTab();
    client.clear();
    const end = async () => {
      try {
        await api.delete('/sessions', { keepalive: true });
      } catch {
        fail(tries);
        return;
      }
      // Another tab was faster: what the browser holds may be the next customer's.
      if (finishing() !== 'forgotten') return;
      // An earlier call may have stored something meanwhile.
      forgetTab();
      markEnded();
    };
    void end();
  }, [step, client, tries, fail]);

  useEffect(() => {
    if (step !== 'ended') return;
    clearTab();
    client.clear();
    window.location.replace(basePath + paths.storeSignup);
  }, [step, client]);

  const isUnreached = isFailed && step === 'forgotten';
  return { words: isUnreached ? unreached : forgetting, isFailed: isUnreached, again };
}

const forgetting = 'One moment, this tablet is forgetting you.';

const unreached =
  'This tablet has forgotten what you typed, but cannot reach us to end your session. It tries again by itself once the network is back.';
