import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useState } from 'react';
import { accountQuery } from '~/api/account';
import { recall, remember } from '~/lib/memory';
import { useLeaving } from './useLeaving';

const load = () => import('./OfferDialog');
const OfferDialog = lazy(load);

/** A reason to stay, shown once, to who has no box yet and is about to leave the quiz. */
export function ExitOffer() {
  // Not asked for here: a visitor has no record, and has had no box.
  const { data: account } = useQuery({ ...accountQuery, enabled: false });
  const first = account?.first_timer ?? true;
  const [seen, setSeen] = useState(() => recall('exitOfferSeen') !== null);
  const [open, setOpen] = useState(false);

  const offer = useCallback(async () => {
    try {
      await load();
    } catch {
      // It is an extra: without a network nobody misses it.
      return;
    }
    remember('exitOfferSeen', 'true');
    setSeen(true);
    setOpen(true);
  }, []);
  useLeaving(offer, first && !seen);

  return open ? (
    <Suspense fallback={null}>
      <OfferDialog onClose={() => setOpen(false)} />
    </Suspense>
  ) : null;
}
