import { Banner } from '~/components/feedback/Banner';
import { Button } from '~/components/form/Button';
import { PageTitle } from '~/components/layout/PageTitle';
import styles from './Waiting.module.css';

/** A screen of the checkout before its data is there; where that did not come, the way to ask again. */
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
