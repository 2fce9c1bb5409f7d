import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { declineNewerRules } from '~/api/newerRules';
import { Button } from '~/components/form/Button';
import { messagesText } from '~/core';
import { writeOpenDrafts } from '~/lib/draft/store';
import { NoticeBar } from './NoticeBar';
import { showError } from './Toaster';

/** A bar above the page that offers a reload. What the customer has typed is kept over it. */
export default function ReloadOffer() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<readonly string[]>([]);

  const reload = async () => {
    setBusy(true);
    setFailure([]);
    await callsAnswered(client);
    try {
      writeOpenDrafts();
      window.location.reload();
    } catch {
      // The browser's storage does not work. The page stays, because a reload would lose what is typed.
      showError(messagesText('unexpected'));
      setFailure([messagesText('unexpected')]);
    }
    // The customer may cancel the reload in the browser's own dialog.
    setBusy(false);
  };

  return (
    <NoticeBar words={messagesText('newer_version')}>
      <Button variant="quiet" failure={failure} onClick={() => void reload()} busy={busy} busyLabel="One moment...">
        Reload
      </Button>
      <Button variant="quiet" onClick={declineNewerRules}>
        Not now
      </Button>
    </NoticeBar>
  );
}

/**
 * Waits until all calls that are being sent are answered: after a reload it would not be known whether they were carried out.
 */
async function callsAnswered(client: QueryClient): Promise<void> {
  if (client.isMutating() === 0) return;
  await new Promise<void>((resolve) => {
    const stop = client.getMutationCache().subscribe(() => {
      if (client.isMutating() > 0) return;
      stop();
      resolve();
    });
  });
}
