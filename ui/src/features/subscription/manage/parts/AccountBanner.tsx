import type { Account } from '~/api/schema.gen';
import { Banner } from '~/components/feedback/Banner';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';

interface AccountBannerProps {
  account: Account;
  /** The name of the link to the page where a card is added. */
  addLabel: string;
}

/** Says before a change that a card is missing, or that pick-ups are ordered one by one. */
export function AccountBanner({ account, addLabel }: AccountBannerProps) {
  if (account.celerant_id === null) {
    return (
      <Banner>
        <p>Your first box is waiting for a payment card. Nothing is charged before its styling begins.</p>
        <p>
          <Link to={`${paths.changePayment}?redirectTo=${paths.manageSubscription}`}>{addLabel}</Link>
        </p>
      </Banner>
    );
  }
  if (account.dressing_room_to_go_signup) {
    return (
      <Banner>
        A box that you pick up at a store is always ordered by you. With a subscription, boxes are sent to your address
        as well.
      </Banner>
    );
  }
  return null;
}
