import { Suspense } from 'react';
import type { Account } from '~/api/schema.gen';
import { optionalPart } from '~/components/feedback/latePart';
import { messagesText } from '~/core';
import { paths } from '~/paths';
import { ShortTile } from './ShortTile';
import styles from './ShortTiles.module.css';

/** Loaded on demand: it is below the first screenful. */
const OwnInvitation = optionalPart(async () => ({ default: (await import('./OwnInvitation')).OwnInvitation }));

interface FriendsTileProps {
  account: Account;
  saysFailures: boolean;
}

/** The rewards of the customer and a friend, and the customer's link. */
export function FriendsTile({ account, saysFailures }: FriendsTileProps) {
  return (
    <ShortTile
      to={paths.referFriend}
      title="Refer a friend"
      words={account.closing ? 'See the friends who joined with your link.' : messagesText('referral_offer')}
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
