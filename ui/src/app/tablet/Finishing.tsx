import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '~/api/client';
import { Button } from '~/components/form/Button';
import { PageTitle } from '~/components/layout/PageTitle';
import { brand, policy } from '~/core';
import { focusHeading } from '~/lib/focusHeading';
import { forgetTab } from '~/lib/memory';
import { finish, markForgotten, useFinishing } from '~/lib/tablet';
import { basePath, paths } from '~/paths';
import { arePhotosUnderWay, sendLast } from './leave';
import styles from './StoreTablet.module.css';

/**
 * Says goodbye to the customer of a store's tablet, and shows nothing of them. First their last answers and photos are sent.
 * Then the tablet forgets them: what the browser holds, and the session. Only when the server has ended the session, the next
 * customer's sign-up opens, in a new document that knows nothing of this one.
 */
export default function Finishing() {
  const isSending = useFinishing() === 'sending';
  const sending = useSending(isSending);
  const forgetting = useForgetting(!isSending);
  const { words, isFailed, again } = isSending ? sending : forgetting;
  const [isThere, setIsThere] = useState(false);

  useEffect(() => {
    focusHeading();
    // A screen reader says only what comes into a region that is there already.
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
          <Button variant="quiet" onClick={finish}>
            Finish without them
          </Button>
        ) : null}
      </div>
    </main>
  );
}

/** Counts tries. A try that has failed is followed by another one only after `again`. */
function useTries() {
  const [tries, setTries] = useState(1);
  const [failed, setFailed] = useState(0);
  const [again] = useState(() => () => setTries((count) => count + 1));
  return { tries, isFailed: failed === tries, fail: setFailed, again };
}

/** Sends the customer's last answers and photos. All tries together take no longer than a silent customer is waited for. */
function useSending(isWanted: boolean) {
  const client = useQueryClient();
  const { tries, isFailed, fail, again } = useTries();
  const { store_idle_seconds: limit, store_idle_answer_seconds: answer } = policy();
  const [last] = useState(() => (arePhotosUnderWay() ? 'photos' : 'answers'));

  useEffect(() => {
    if (!isWanted) return undefined;
    let isLeft = false;
    const timer = setTimeout(() => fail(tries), limit * 1000);
    sendLast(client, { again: tries > 1 }).then(
      () => isLeft || finish(),
      () => isLeft || fail(tries),
    );
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [isWanted, client, tries, fail, limit]);

  // However often the network comes and goes: the next customer must not wait for it.
  useEffect(() => {
    if (!isWanted) return undefined;
    const timer = setTimeout(finish, (limit + answer) * 1000);
    return () => clearTimeout(timer);
  }, [isWanted, limit, answer]);

  // The customer may have gone.
  useEffect(() => {
    if (!isWanted || !isFailed) return undefined;
    const timer = setTimeout(finish, answer * 1000);
    return () => clearTimeout(timer);
  }, [isWanted, isFailed, answer]);

  const words = isFailed
    ? `Your last ${last} could not be sent. Try again, or add them at home: in ${answer} seconds this tablet forgets you.`
    : `One moment, your last ${last} are being sent. Then this tablet forgets you.`;
  return { words, isFailed, again };
}

/** Forgets the customer, and ends their session. */
function useForgetting(isWanted: boolean) {
  const client = useQueryClient();
  const { tries, isFailed, fail, again } = useTries();

  useEffect(() => {
    if (!isWanted) return;
    forgetTab();
    client.clear();
    const end = async () => {
      try {
        await api.delete('/sessions', { keepalive: true });
      } catch {
        fail(tries);
        return;
      }
      // What a call of before may have left behind meanwhile.
      forgetTab();
      markForgotten();
      window.location.replace(basePath + paths.storeSignup);
    };
    void end();
  }, [isWanted, client, tries, fail]);

  return { words: isFailed ? unreached : forgetting, isFailed, again };
}

const forgetting = 'One moment, this tablet is forgetting you.';

const unreached =
  'This tablet has forgotten what you typed, but cannot reach us to end your session. It tries again by itself once the network is back.';
