import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { remember } from '~/lib/memory';
import { useSearchParams } from '~/lib/router/hooks';
import { useRecalled } from '~/lib/useRecalled';
import { invitationQuery } from '../api';

export interface InvitationState {
  /** Whether the visitor came with a referral code. */
  hasCode: boolean;
  /** The code to register with; null if there is none, or if nobody owns it. */
  code: string | null;
  /** The first name of the customer who invites. */
  inviter: string | null;
  state: 'ready' | 'loading' | 'failed';
  retry: () => void;
}

/** The invitation from the link, otherwise the one that this tab remembers. */
export function useInvitation(): InvitationState {
  const [query] = useSearchParams();
  const linkedCode = query.get('referral') || null;
  const keptCode = useRecalled('referral');
  const code = linkedCode ?? keptCode ?? null;
  const {
    data: inviter,
    isError,
    isFetching,
    refetch,
  } = useQuery({ ...invitationQuery(code ?? ''), enabled: code !== null });

  useEffect(() => {
    if (linkedCode !== null) remember('referral', linkedCode);
  }, [linkedCode]);

  return {
    hasCode: code !== null,
    code: inviter === null ? null : code,
    inviter: inviter ?? null,
    state: code === null || inviter !== undefined ? 'ready' : isError && !isFetching ? 'failed' : 'loading',
    retry: () => void refetch(),
  };
}
