import { type ComponentType, lazy, Suspense } from 'react';
import type { Status } from '~/api/schema.gen';
import { useKnownStatus } from '~/api/status';
import { withStyles } from '~/lib/styles';

/** The page works without this code, so a failed load is ignored. */
const load = (): Promise<{ default: ComponentType<{ status: Status }> }> =>
  withStyles(import('./ConsentAndFraudCheck')).catch(() => ({ default: () => null }));

const ConsentAndFraudCheck = lazy(load);

/**
 * Loads what a shop's analytics service and fraud check need in the page. By default a shop has neither, and nothing is
 * loaded.
 */
export function OutsideParties() {
  const status = useKnownStatus();
  const isAnySet = status?.analytics || status?.fraud_collector;
  return <Suspense fallback={null}>{isAnySet ? <ConsentAndFraudCheck status={status} /> : null}</Suspense>;
}
