import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messagesText } from '~/core';
import { none } from '~/lib/none';
import { isPageReached, reloadPage } from '~/lib/reloadPage';
import { showError } from './Toaster';

/**
 * A reload of the page. It waits until all calls that are being sent are answered, and is left out while the server cannot be
 * reached. What is typed into open forms is kept over it; if the browser's storage does not work, the page reloads only with
 * `mayLoseTyped`. `failure` says why the reload that the customer asked for was left out.
 */
export function useReload({ mayLoseTyped = false } = {}) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState(none);

  /** Resolves with the code of the reason if the page does not reload. It does not if the reload is not wanted any more by then. */
  const attempt = async (isStillWanted = () => true): Promise<string | null> => {
    if (!(await isPageReached())) return 'no_connection';
    // Last, because the customer may send a form while the server is asked.
    await callsAnswered(client);
    try {
      if (isStillWanted()) reloadPage(mayLoseTyped ? 'kept if possible' : 'kept');
      return null;
    } catch {
      // A reload would lose what is typed.
      return 'unexpected';
    }
  };

  /** The customer's own press. */
  const reload = async () => {
    setBusy(true);
    setFailure(none);
    const code = await attempt();
    if (code !== null) {
      showError(messagesText(code));
      setFailure([messagesText(code)]);
    }
    setBusy(false);
  };

  return { reload, reloadQuietly: attempt, busy, failure };
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
