import { Suspense } from 'react';
import { useKnownStatus } from '~/api/status';
import { optionalPart } from '~/components/feedback/latePart';
import { withStyles } from '~/lib/styles';

const ConsentAndFraudCheck = optionalPart(() => withStyles(import('./ConsentAndFraudCheck')));

/**
 * Loads what a shop's analytics service and fraud check need in the page. By default a shop has neither, and nothing is
 * loaded.
 */
export function OutsideParties() {
  const status = useKnownStatus();
  const isAnySet = status?.analytics || status?.fraud_collector;
  return <Suspense fallback={null}>{isAnySet ? <ConsentAndFraudCheck status={status} /> : null}</Suspense>;
}
