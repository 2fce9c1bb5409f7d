import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useState } from 'react';
import { remember } from '~/lib/memory';
import { useLeaving } from './useLeaving';

const load = () => import('./OfferDialog');
const OfferDialog = lazy(load);

/** Offers a coupon once to customers without a box who are about to leave the quiz or the delivery step. */
export default function ExitOffer() {
  const client = useQueryClient();
  const [isOver, setIsOver] = useState(false);
  const [open, setOpen] = useState(false);

  const offer = useCallback(
    async (isStillLeaving: () => boolean) => {
      try {
        if (!(await (await load()).prepareOffer(client))) {
          setIsOver(true);
          return;
        }
      } catch {
        // The offer is optional: without a network it is left out.
        return;
      }
      // A customer who has come back meanwhile is not disturbed.
      if (!isStillLeaving()) return;
      remember('exitOfferSeen', 'true');
      setIsOver(true);
      setOpen(true);
    },
    [client],
  );
  useLeaving(offer, !isOver);

  return open ? (
    <Suspense fallback={null}>
      <OfferDialog onClose={() => setOpen(false)} />
    </Suspense>
  ) : null;
}
