import { Button } from '~/components/form/Button';
import { PageTitle } from '~/components/layout/PageTitle';
import styles from './Unavailable.module.css';

/** Shown if the questions or the closed days of the calendar could not be loaded. */
export function Unavailable({ retry }: { retry: () => void }) {
  return (
    <div className={styles.unavailable}>
      <PageTitle lead="What you have answered so far is kept.">This page could not be loaded</PageTitle>
      <Button onClick={retry}>Try again</Button>
    </div>
  );
}
