import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useState } from 'react';
import { accountQuery } from '~/api/account';
import { defaultDiscountQuery } from '~/api/signupDiscount';
import { recall, remember } from '~/lib/memory';
import { useLeaving } from './useLeaving';

const load = () => import('./OfferDialog');
const OfferDialog = lazy(load);

/** Offers a coupon once to customers without a box who are about to leave the quiz. */
export function ExitOffer() {
  // Read from the cache only: a visitor has no account, and has had no box.
  const { data: account } = useQuery({ ...accountQuery, enabled: false });
  const isKnown = account !== undefined;
  const isFirstBox = account?.first_timer ?? true;
  const client = useQueryClient();
  const [seen, setSeen] = useState(() => recall('exitOfferSeen') !== null);
  const [open, setOpen] = useState(false);

  const offer = useCallback(async () => {
    try {
      // A friend who was invited has another discount already. A visitor has none yet.
      await Promise.all([load(), isKnown ? client.prefetchQuery(defaultDiscountQuery) : null]);
    } catch {
      // The offer is optional: without a network it is left out.
      return;
    }
    remember('exitOfferSeen', 'true');
    setSeen(true);
    setOpen(true);
  }, [client, isKnown]);
  useLeaving(offer, isFirstBox && !seen);

  return open ? (
    <Suspense fallback={null}>
      <OfferDialog onClose={() => setOpen(false)} />
    </Suspense>
  ) : null;
}
