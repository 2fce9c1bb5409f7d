import { Banner } from '~/components/feedback/Banner';
import { Button } from '~/components/form/Button';
import { PageTitle } from '~/components/layout/PageTitle';
import styles from './Waiting.module.css';

/** A screen of the checkout while its data loads, or with a retry button if loading failed. */
export function Waiting({ title, failed, retry }: { title: string; failed: boolean; retry: () => void }) {
  return (
    <div className={styles.page}>
      <PageTitle>{title}</PageTitle>
      {failed ? (
        <Banner>
          <p>We can’t look up your box just now. Nothing is lost.</p>
          <Button variant="quiet" onClick={retry}>
            Try again
          </Button>
        </Banner>
      ) : null}
    </div>
  );
}
