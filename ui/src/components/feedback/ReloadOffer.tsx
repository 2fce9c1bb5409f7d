import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { declineNewerRules } from '~/api/newerRules';
import { messagesText } from '~/core';
import { Button } from '~/components/form/Button';
import { writeOpenDrafts } from '~/lib/draft/store';
import styles from './ReloadOffer.module.css';
import { showError } from './Toaster';

/** A quiet bar above the page: the customer reloads when it suits them, and what they have typed stays. */
export default function ReloadOffer() {
  const bar = useRef<HTMLDivElement>(null);
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);

  // The page does not jump as the bar comes: at its top, where browsers do not see to it themselves, it is scrolled along.
  useLayoutEffect(() => {
    if (window.scrollY === 0) window.scrollBy({ top: bar.current?.offsetHeight ?? 0, behavior: 'instant' });
  }, []);

  const reload = async () => {
    setBusy(true);
    await allSent(client);
    try {
      writeOpenDrafts();
      window.location.reload();
    } catch {
      // The browser keeps nothing for us: what is typed would be lost, so the page stays.
      showError(messagesText('unexpected'));
    }
    // A browser that asks first may be told to stay.
    setBusy(false);
  };

  return (
    <div ref={bar} className={styles.bar}>
      <div className={styles.inner}>
        <p className={styles.words}>{messagesText('newer_version')}</p>
        <div className={styles.answers}>
          <Button variant="quiet" onClick={() => void reload()} busy={busy} busyLabel="One moment...">
            Reload
          </Button>
          <Button variant="quiet" onClick={declineNewerRules}>
            Not now
          </Button>
        </div>
      </div>
    </div>
  );
}

/** What is being sent is answered first: a reload would leave it open whether it was done. */
async function allSent(client: QueryClient): Promise<void> {
  if (client.isMutating() === 0) return;
  await new Promise<void>((resolve) => {
    const stop = client.getMutationCache().subscribe(() => {
      if (client.isMutating() > 0) return;
      stop();
      resolve();
    });
  });
}
