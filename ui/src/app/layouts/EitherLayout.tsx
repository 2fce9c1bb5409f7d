import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '~/api/account';
import { EntryLayout } from './EntryLayout';
import { MemberLayout } from './MemberLayout';

/** The layout of public screens that customers use too. The customer's record, if any, is loaded before they open. */
export function EitherLayout() {
  const { data: account } = useQuery({ ...accountQuery, enabled: false });
  return account ? <MemberLayout /> : <EntryLayout />;
}
