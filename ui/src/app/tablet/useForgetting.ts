import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '~/api/client';
import { forgetTab } from '~/lib/memory';
import { clearTab, finishing, markEnded } from '~/lib/tablet';
import { basePath, paths } from '~/paths';

/** Forgets the customer and ends their session. Once it has ended, opens the next customer's sign-up. */
export function useForgetting(step: ReturnType<typeof finishing>) {
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

  return { isUnreached: isFailed, again };
}

/** Counts tries. After a failed try the next one begins only with `again`. */
function useTries() {
  const [tries, setTries] = useState(1);
  const [failed, setFailed] = useState(0);
  const [again] = useState(() => () => setTries((count) => count + 1));
  return { tries, isFailed: failed === tries, fail: setFailed, again };
}
