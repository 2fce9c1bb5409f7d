import { useKnownAccount } from '~/api/account';
import { EntryLayout } from './EntryLayout';
import { MemberLayout } from './MemberLayout';

/**
 * The layout of public screens that customers use too. The customer's record, if any, is loaded before they open. A visitor of these
 * screens loads both layouts: one file more would cost more than the code.
 */
export function EitherLayout() {
  return useKnownAccount() ? <MemberLayout /> : <EntryLayout />;
}
