import { Suspense, useState } from 'react';
import { optionalPart } from '~/components/feedback/latePart';
import { recall } from '~/lib/memory';
import { withStyles } from '~/lib/styles';

const ExitOffer = optionalPart(() => withStyles(import('./ExitOffer')));

/** `ExitOffer`, loaded after its screen; not loaded for a customer who has seen the offer. */
export function LazyExitOffer() {
  const [isSeen] = useState(() => recall('exitOfferSeen') !== null);
  return isSeen ? null : (
    <Suspense fallback={null}>
      <ExitOffer />
    </Suspense>
  );
}
