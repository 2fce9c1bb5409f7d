import { type ComponentType, lazy, Suspense } from 'react';
import type { Status } from '~/api/schema.gen';
import { useKnownStatus } from '~/api/status';

/** Loads them. Without its code the page works as well. */
const load = (): Promise<{ default: ComponentType<{ status: Status }> }> =>
  import('./PartyNeeds').catch(() => ({ default: () => null }));

const PartyNeeds = lazy(load);

/** What the outside parties of this shop need in the page. By default that is nothing, and nothing is loaded. */
export function Parties() {
  const status = useKnownStatus();
  const needed = status?.analytics || status?.fraud_collector;
  return <Suspense fallback={null}>{needed ? <PartyNeeds status={status} /> : null}</Suspense>;
}
