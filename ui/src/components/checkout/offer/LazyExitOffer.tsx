import { lazy, Suspense, useState } from 'react';
import { recall } from '~/lib/memory';
import { withStyles } from '~/lib/styles';

/** If the code cannot be loaded, there is no offer, and the screen works without it. */
const ExitOffer = lazy(() => withStyles(import('./ExitOffer')).catch(() => ({ default: () => null })));

/** `ExitOffer`, loaded after its screen; not loaded for a customer who has seen the offer. */
export function LazyExitOffer() {
  const [isSeen] = useState(() => recall('exitOfferSeen') !== null);
  return isSeen ? null : (
    <Suspense fallback={null}>
      <ExitOffer />
    </Suspense>
  );
}
