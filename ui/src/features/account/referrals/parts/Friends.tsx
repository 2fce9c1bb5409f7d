import { useInfiniteQuery } from '@tanstack/react-query';
import type { Referral } from '~/api/schema.gen';
import { DateText } from '~/components/calendar/DateText';
import { PagedList, type Pages } from '~/components/layout/PagedList';
import { messagesText, type ReferralState, referralProgress } from '~/core';
import { now } from '~/lib/time/clock';
import { friendsByPage } from '../api';
import styles from './Friends.module.css';

interface FriendsProps {
  /** Whether the customer may still invite friends. */
  mayInvite: boolean;
}

/** The friends who came by the customer's link, with the progress of each. */
export function Friends({ mayInvite }: FriendsProps) {
  const moment = now();
  return (
    <section aria-labelledby="friends" className={styles.friends}>
      <h2 id="friends">Your friends</h2>
      <PagedList
        pages={useFriendPages()}
        what="your friends"
        empty={
          <p>
            No one has joined with your link yet.
            {mayInvite
              ? ' Once a friend does, you can follow their progress here, and see your reward as soon as it is earned. Copy your link and send it to someone who would like a box of their own.'
              : null}
          </p>
        }
        moreLabel="Show More Friends"
      >
        {(friend) => <Friend friend={friend} now={moment} />}
      </PagedList>
    </section>
  );
}

function useFriendPages(): Pages<Referral> {
  const { data, isError, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(friendsByPage);
  return {
    items: data?.pages.flatMap(({ referrals }) => referrals) ?? [],
    isThere: data !== undefined,
    reachedEnd: !hasNextPage,
    isFailed: isError,
    isLoading: isFetchingNextPage || (isError && isFetching),
    more: () => void fetchNextPage(),
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  };
}

/** The text between a state and its day. */
const beforeDay: Record<ReferralState, string> = {
  invited: 'signed up on',
  joined: 'first box on',
  reward_earned: 'use it before',
  reward_used: 'on',
  reward_ended: 'on',
};

function Friend({ friend, now: moment }: { friend: Referral; now: string }) {
  const { customer_name, created_at, joined_at, reward } = friend;
  const { state, date } = referralProgress({ created_at, joined_at, reward, now: moment });
  return (
    <p className={styles.friend} tabIndex={-1} data-entry>
      <span className={styles.name}>{customer_name}</span>{' '}
      <span className={styles.state} data-state={state}>
        {messagesText(state)}{' '}
        <span className={styles.day}>
          {beforeDay[state]} <DateText date={date} length="with year" />
        </span>
      </span>
    </p>
  );
}
