import { useKnownAccount } from '~/api/account/record';
import { EntryLayout } from './EntryLayout';
import { MemberLayout } from './MemberLayout';

/**
 * The layout of public screens that customers use too. The customer's record, if any, is loaded before they open. Visitors
 * load both layouts, because a separate file would cost more than the extra code.
 */
export function EitherLayout() {
  return useKnownAccount() ? <MemberLayout /> : <EntryLayout />;
}
