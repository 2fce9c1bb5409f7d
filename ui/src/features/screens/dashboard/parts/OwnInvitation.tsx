import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { earningsQuery } from '~/api/account/referralEarnings';
import type { ReferralEarnings } from '~/api/schema.gen';
import { mayBeSignedIn } from '~/api/account/sessions';
import { DateText } from '~/components/calendar/DateText';
import { NotLoaded } from '~/components/feedback/NotLoaded';
import { CopyLink } from '~/components/account/invitation/CopyLink';
import { terms } from '~/core';
import styles from './OwnInvitation.module.css';

interface OwnInvitationProps {
  /** The customer's code. */
  code: string;
  /** Whether to say that the data could not be loaded. */
  saysFailures: boolean;
}

/** The rewards that the customer has earned with friends, and the link to invite more. */
export function OwnInvitation({ code, saysFailures }: OwnInvitationProps) {
  const id = useId();
  const { data, isError, refetch } = useQuery({
    ...earningsQuery,
    // Always reload, because a friend may have checked out.
    refetchOnMount: 'always',
    // This part is loaded late, so the customer may have signed out meanwhile.
    enabled: mayBeSignedIn,
  });
  return (
    <>
      {saysFailures && isError && !data ? (
        <NotLoaded what="what you have earned" retry={() => void refetch()} />
      ) : (
        <p className={styles.earned}>{data ? <Earned earnings={data} /> : '\u00a0'}</p>
      )}
      <p id={id} className={styles.label}>
        Your link
      </p>
      <CopyLink code={code} labelledBy={id} variant="secondary" />
    </>
  );
}

function Earned({ earnings }: { earnings: ReferralEarnings }) {
  const percent = terms().referral_percent;
  const { earned, usable, use_before } = earnings;
  if (earned === 0) return 'You have earned no reward yet.';
  return (
    <>
      You have earned {earned === 1 ? 'one reward' : `${earned} rewards`} of {percent}% so far.{' '}
      {use_before === null ? null : (
        <>
          {usable === earned ? null : `You can still use ${usable}. `}
          Use {usable === 1 ? 'it' : 'the next one'} before <DateText date={use_before} length="with year" />.
        </>
      )}
    </>
  );
}
