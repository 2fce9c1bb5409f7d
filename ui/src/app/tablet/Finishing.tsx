import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '~/api/client';
import { Button } from '~/components/form/Button';
import { PageTitle } from '~/components/layout/PageTitle';
import { brand } from '~/core';
import { focusHeading } from '~/lib/focusHeading';
import { forgetTab } from '~/lib/memory';
import { finished } from '~/lib/tablet';
import { basePath, paths } from '~/paths';
import styles from './StoreTablet.module.css';

/**
 * Forgets the customer of a store's tablet: what the browser holds, then the session. Only when the server has ended that, the
 * next customer's sign-up opens, in a new document that knows nothing of this one.
 */
export default function Finishing() {
  const client = useQueryClient();
  const [tries, setTries] = useState(1);
  const [failed, setFailed] = useState(0);
  const [isThere, setIsThere] = useState(false);
  const isFailed = failed === tries;

  useEffect(() => {
    focusHeading();
    // A screen reader says only what comes into a region that is there already.
    const frame = requestAnimationFrame(() => setIsThere(true));
    return () => cancelAnimationFrame(frame);
  }, []);

  useEffect(() => {
    forgetTab();
    client.clear();
    const end = async () => {
      try {
        await api.delete('/sessions', { keepalive: true });
      } catch {
        setFailed(tries);
        return;
      }
      // What a call of before may have left behind meanwhile.
      forgetTab();
      finished();
      window.location.replace(basePath + paths.storeSignup);
    };
    void end();
  }, [client, tries]);

  useEffect(() => {
    const again = () => setTries((count) => count + 1);
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);

  return (
    <main id="main" className={styles.finishing}>
      <title>{`Finish · ${brand().product}`}</title>
      <PageTitle lead={<p role="status">{isThere ? (isFailed ? unreached : forgetting) : '\u00a0'}</p>}>
        Thank you
      </PageTitle>
      {isFailed ? <Button onClick={() => setTries(tries + 1)}>Try again</Button> : null}
    </main>
  );
}

const forgetting = 'One moment, this tablet is forgetting you.';

const unreached =
  'This tablet has forgotten what you typed, but cannot reach us to end your session. It tries again by itself once the network is back.';
