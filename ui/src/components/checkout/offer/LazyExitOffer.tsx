import { lazy, Suspense, useState } from 'react';
import { recall } from '~/lib/memory';
import { withStyles } from '~/lib/styles';

/** Without its code there is no offer, and the screen works as well. */
const ExitOffer = lazy(() => withStyles(import('./ExitOffer')).catch(() => ({ default: () => null })));

/** `ExitOffer`, loaded once its screen is there; not at all for whoever has seen it. */
export function LazyExitOffer() {
  const [isSeen] = useState(() => recall('exitOfferSeen') !== null);
  return isSeen ? null : (
    <Suspense fallback={null}>
      <ExitOffer />
    </Suspense>
  );
}
