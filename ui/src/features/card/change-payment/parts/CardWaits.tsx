import { Banner } from '~/components/feedback/Banner';
import { Button } from '~/components/form/Button';
import { PageTitle } from '~/components/layout/PageTitle';
import styles from './ChangeCard.module.css';

/** Shown while the page loads, or if it could not be loaded. */
export const CardWaits = ({ failed, retry }: { failed: boolean; retry: () => void }) => (
  <div className={styles.page}>
    <PageTitle eyebrow="Your card">Payment</PageTitle>
    {failed ? (
      <Banner>
        <p>We can’t look up your card right now. Nothing is lost.</p>
        <Button variant="quiet" onClick={retry}>
          Try again
        </Button>
      </Banner>
    ) : null}
  </div>
);
