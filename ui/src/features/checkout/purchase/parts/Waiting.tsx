import { errorsOf } from '~/api/errors';
import { Banner } from '~/components/feedback/Banner';
import { NotLoaded } from '~/components/feedback/NotLoaded';
import { Button } from '~/components/form/Button';
import { MemberPage } from '~/components/layout/MemberPage';
import { Link } from '~/lib/router/Link';
import { paths } from '~/paths';

interface WaitingProps {
  title: string;
  /** Why loading failed; null if it has not. */
  error: Error | null;
  retry: () => void;
}

/** A screen of the checkout while its data loads. If loading failed, it shows what the customer can do. */
export const Waiting = ({ title, error, retry }: WaitingProps) => (
  <MemberPage title={title}>{error === null ? null : <Failed error={error} retry={retry} />}</MemberPage>
);

/**
 * Without an address there is no tax, and trying again would fail again. If the tax cannot be calculated right now, trying
 * again may help.
 */
function Failed({ error, retry }: { error: Error; retry: () => void }) {
  const find = (wanted: string) => errorsOf(error).find(({ code }) => code === wanted);
  const taxUnavailable = find('tax_unavailable');
  if (taxUnavailable) {
    return (
      <Banner>
        <p>{taxUnavailable.message}</p>
        <Button variant="quiet" onClick={retry}>
          Try again
        </Button>
      </Banner>
    );
  }
  const taxUnknown = find('tax_unknown');
  if (!taxUnknown) return <NotLoaded what="your box" retry={retry} />;
  return (
    <Banner>
      <p>{taxUnknown.message}</p>
      <p>
        <Link to={paths.accountManagement} state={{ prevPath: paths.checkout }}>
          Go to your address
        </Link>
      </p>
    </Banner>
  );
}
