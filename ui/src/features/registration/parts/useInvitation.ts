import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { remember } from '~/lib/memory';
import { useRecalled } from '~/lib/useRecalled';
import { invitationQuery } from '../api';

export interface InvitationState {
  /** Whether the visitor came with a referral code. */
  isThere: boolean;
  /** The code to register with; null if there is none, or if it is known to be nobody's. */
  code: string | null;
  /** The first name of who invites. */
  by: string | null;
  state: 'ready' | 'loading' | 'failed';
  retry: () => void;
}

/** The invitation of the link, or that of an earlier screen of this tab. */
export function useInvitation(): InvitationState {
  const [query] = useSearchParams();
  const asked = query.get('referral') || null;
  const kept = useRecalled('referral');
  const code = asked ?? kept ?? null;
  const {
    data: by,
    isError,
    isFetching,
    refetch,
  } = useQuery({ ...invitationQuery(code ?? ''), enabled: code !== null });

  useEffect(() => {
    if (asked !== null) remember('referral', asked);
  }, [asked]);

  return {
    isThere: code !== null,
    code: by === null ? null : code,
    by: by ?? null,
    state: code === null || by !== undefined ? 'ready' : isError && !isFetching ? 'failed' : 'loading',
    retry: () => void refetch(),
  };
}
