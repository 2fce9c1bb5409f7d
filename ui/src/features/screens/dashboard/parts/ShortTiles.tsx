import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { nextChargeQuery } from '~/api/nextCharge';
import { statsQuery } from '~/api/profileStats';
import type { Account, NextBoxBody } from '~/api/schema.gen';
import { DateText } from '~/components/calendar/DateText';
import { optionalPart } from '~/components/feedback/latePart';
import { Link } from '~/lib/router/Link';
import { dayToCome } from '~/lib/time/dayToCome';
import { Deadline } from '~/components/calendar/Deadline';
import { NotLoaded } from '~/components/feedback/NotLoaded';
import { Ring } from '~/components/media/Ring';
import { Price } from '~/components/values/Price';
import { policy, styleProfileSections, subscriptionLabel } from '~/core';
import { paths } from '~/paths';
import styles from './ShortTiles.module.css';

/** Loaded on demand: it is below the first screenful. */
const OwnInvitation = optionalPart(async () => ({ default: (await import('./OwnInvitation')).OwnInvitation }));

interface ShortTilesProps {
  account: Account;
  /** Whether a tile says that its data could not be loaded. False if the screen already says so. */
  saysFailures: boolean;
}

/** The tiles below the current box: the subscription, the style profile, the friends, the orders, the account (spec B, section 2). */
export const ShortTiles = ({ account, saysFailures }: ShortTilesProps) => (
  <ul className={styles.tiles}>
    <Subscription account={account} saysFailures={saysFailures} />
    <StyleProfile saysFailures={saysFailures} />
    <Friends account={account} saysFailures={saysFailures} />
    <ShortTile to={paths.orderHistory} title="Your orders" words="What came, what you kept, and what you sent back." />
    <ShortTile
      to={paths.accountManagement}
      title="Account"
      words="Your details, your address, how you sign in, and your privacy."
    />
  </ul>
);

interface ShortTileProps {
  to: string;
  title: string;
  words: string;
  /** Shown as part of the link. */
  children?: ReactNode;
  /** Shown below the link, for elements with their own buttons or links. */
  below?: ReactNode;
}

const ShortTile = ({ to, title, words, children, below }: ShortTileProps) => (
  <li className={styles.tile}>
    <Link to={to} className={styles.link}>
      <span className={styles.title}>{title}</span>
      <span className={styles.words}>{words}</span>
      {children}
    </Link>
    {below ? <div className={styles.below}>{below}</div> : null}
  </li>
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
      Next box <DateText date={box.comes_on ?? box.date} length="with year" />
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

/** How complete the sections of the style profile are. */
function StyleProfile({ saysFailures }: Pick<ShortTilesProps, 'saysFailures'>) {
  const complete = useQuery(statsQuery);
  const failed = failureOf(complete, saysFailures, 'how complete it is');
  const stats = complete.data;
  return (
    <ShortTile
      to={paths.styleProfile}
      title="Style profile"
      words="Tell us what you love, a little every day."
      below={failed}
    >
      {failed ? null : (
        <span className={styles.rings}>
          {styleProfileSections().map(({ id, title, card }) =>
            card === null ? null : (
              <span key={id} className={styles.ring}>
                {stats ? <Ring percentage={stats[card].completion_percentage} /> : <span className={styles.room} />}
                <span>
                  {title}
                  {stats ? <span className="unseen">: {stats[card].completion_percentage}% complete</span> : null}
                </span>
              </span>
            ),
          )}
        </span>
      )}
    </ShortTile>
  );
}

/** The rewards of the customer and a friend, and the customer's link. */
function Friends({ account, saysFailures }: ShortTilesProps) {
  const { referral_percent: percent } = policy();
  return (
    <ShortTile
      to={paths.referFriend}
      title="Refer a friend"
      words={
        account.closing
          ? 'See the friends who joined with your link.'
          : `They get ${percent}% off their first box, and you get ${percent}% off once they have checked out.`
      }
      below={
        account.closing ? null : (
          <div className={styles.invitation}>
            <Suspense fallback={null}>
              <OwnInvitation code={account.referral_code} saysFailures={saysFailures} />
            </Suspense>
          </div>
        )
      }
    />
  );
}

/** The message if a tile's data could not be loaded; null if there was no failure, or if the screen says so elsewhere. */
const failureOf = ({ data, isError, refetch }: Loaded, says: boolean, what: string): ReactNode =>
  says && isError && data === undefined ? <NotLoaded what={what} retry={() => void refetch()} /> : null;

type Loaded = Pick<UseQueryResult, 'data' | 'isError' | 'refetch'>;
