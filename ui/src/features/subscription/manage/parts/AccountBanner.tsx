import type { Account } from '~/api/schema.gen';
import { Banner } from '~/components/feedback/Banner';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';
import { noteOf } from './subscriptionModel';

interface AccountBannerProps {
  account: Account;
  /** The name of the link to the page where a card is added. */
  addLabel: string;
}

/** Says before a change that a card is missing, or that pick-ups are ordered one by one. */
export function AccountBanner({ account, addLabel }: AccountBannerProps) {
  const note = noteOf(account);
  if (note === null) return null;
  return (
    <Banner>
      {note === 'pick-ups' ? (
        'A box that you pick up at a store is always ordered by you. With a subscription, boxes are sent to your address as well.'
      ) : (
        <>
          <p>Your first box is waiting for a payment card. Nothing is charged before its styling begins.</p>
          <p>
            <Link to={`${paths.changePayment}?redirectTo=${paths.manageSubscription}`}>{addLabel}</Link>
          </p>
        </>
      )}
    </Banner>
  );
}
