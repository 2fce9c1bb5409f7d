import { Link } from 'react-router';
import { now } from '~/api/status';
import { Banner } from '~/components/Banner';
import { cardDashboardBanner } from '~/core';
import { paths } from '~/paths';

/** Says that the card has ended or soon will; all of it leads to where another is given (spec B, section 2). */
export function CardBanner({ expiration }: { expiration: string | null }) {
  const notice = cardDashboardBanner({ expiration, now: now() });
  if (!notice) return null;
  return (
    <Banner tone={notice.kind === 'expired' ? 'fault' : 'note'}>
      <Link to={paths.changePayment}>{notice.message}</Link>
    </Banner>
  );
}
