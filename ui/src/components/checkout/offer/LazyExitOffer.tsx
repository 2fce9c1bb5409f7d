import { Suspense, useState } from 'react';
import { optionalPart } from '~/components/feedback/latePart';
import { terms } from '~/core';
import { recall } from '~/lib/memory';
import { withStyles } from '~/lib/styles';

const ExitOffer = optionalPart(() => withStyles(import('./ExitOffer')));

/** `ExitOffer`, loaded after its screen; not loaded for a customer who has seen the offer, or if the shop makes none. */
export function LazyExitOffer() {
  const [isSeen] = useState(() => recall('exitOfferSeen') !== null);
  return isSeen || !terms().exit_offer ? null : (
    <Suspense fallback={null}>
      <ExitOffer />
    </Suspense>
  );
}
