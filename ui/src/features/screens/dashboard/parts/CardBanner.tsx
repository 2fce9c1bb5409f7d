import { Banner } from '~/components/feedback/Banner';
import { cardDashboardBanner } from '~/core';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';

/** Says that the card has expired or expires soon. The sentence links to the page that changes it (spec B, section 2). */
export function CardBanner({ expiration, now }: { expiration: string | null; now: string }) {
  const notice = cardDashboardBanner({ expiration, now });
  if (!notice) return null;
  return (
    <Banner tone={notice.kind === 'expired' ? 'fault' : 'note'}>
      <p>
        <Link to={paths.changePayment} state={{ prevPath: paths.dashboard }}>
          {notice.message}
        </Link>
      </p>
    </Banner>
  );
}
