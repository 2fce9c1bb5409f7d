import { useQuery } from '@tanstack/react-query';
import { nextChargeQuery } from '~/api/payment/nextCharge';
import type { Account, NextBoxBody } from '~/api/schema.gen';
import { dayToCome } from '~/lib/time/dayToCome';
import { Deadline } from '~/components/calendar/Deadline';
import { BoxDay } from '~/components/subscription/BoxDay';
import { Price } from '~/components/values/Price';
import { subscriptionLabel } from '~/core';
import { paths } from '~/paths';
import { FriendsTile } from './FriendsTile';
import { failureOf, ShortTile } from './ShortTile';
import styles from './ShortTiles.module.css';
import { StyleProfileTile } from './StyleProfileTile';

interface ShortTilesProps {
  account: Account;
  /** Whether a tile says that its data could not be loaded. False if the screen already says so. */
  saysFailures: boolean;
}

/** The tiles below the current box: the subscription, the style profile, the friends, the orders, the account (spec B, section 2). */
export const ShortTiles = ({ account, saysFailures }: ShortTilesProps) => (
  <ul className={styles.tiles}>
    <Subscription account={account} saysFailures={saysFailures} />
    <StyleProfileTile saysFailures={saysFailures} />
    <FriendsTile account={account} saysFailures={saysFailures} />
    <ShortTile to={paths.orderHistory} title="Your orders" words="What came, what you kept, and what you sent back." />
    <ShortTile
      to={paths.accountManagement}
      title="Account"
      words="Your details, your address, how you sign in, and your privacy."
    />
  </ul>
);

/** The frequency of boxes, and the next box with its styling fee. */
function Subscription({ account, saysFailures }: ShortTilesProps) {
  // Always reload, because other screens may have changed it.
  const next = useQuery({ ...nextChargeQuery(), refetchOnMount: 'always' });
  const failed = failureOf(next, saysFailures, 'your next box');
  return (
    <ShortTile
      to={paths.manageSubscription}
      title="Subscription"
      words={
        account.subscription_type === null
          ? 'Choose how often boxes come.'
          : subscriptionLabel({ subscription_type: account.subscription_type })
      }
      below={failed}
    >
      {next.data ? (
        next.data.box ? (
          <NextBox box={next.data.box} amount={next.data.amount} />
        ) : null
      ) : failed ? null : (
        <span className={styles.twoLines} />
      )}
    </ShortTile>
  );
}

const NextBox = ({ box, amount }: { box: NextBoxBody; amount: string | null }) => (
  <span className={styles.twoLines}>
    <span>
      Next box <BoxDay box={box} />
      {amount === null ? null : (
        <>
          , styling fee <Price amount={amount} />
        </>
      )}
    </span>
    {box.skip.skipped ? <span>One box is skipped</span> : null}
    {box.skip.offered && dayToCome(box.change_by) !== null ? (
      <span>
        Skip it by <Deadline date={box.change_by} length="short" />
      </span>
    ) : null}
  </span>
);
