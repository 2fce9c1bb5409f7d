import { type ComponentType, lazy, Suspense } from 'react';
import type { Status } from '~/api/schema.gen';
import { useKnownStatus } from '~/api/status';
import { withStyles } from '~/lib/styles';

/** Without this code the page works as well. */
const load = (): Promise<{ default: ComponentType<{ status: Status }> }> =>
  withStyles(import('./ConsentAndFraudCheck')).catch(() => ({ default: () => null }));

const ConsentAndFraudCheck = lazy(load);

/**
 * Loads what a shop's analytics service and fraud check need in the page. A shop has neither by default: nothing is loaded then.
 */
export function OutsideParties() {
  const status = useKnownStatus();
  const isAnySet = status?.analytics || status?.fraud_collector;
  return <Suspense fallback={null}>{isAnySet ? <ConsentAndFraudCheck status={status} /> : null}</Suspense>;
}
