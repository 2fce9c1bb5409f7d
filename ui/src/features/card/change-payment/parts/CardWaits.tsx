import { NotLoaded } from '~/components/feedback/NotLoaded';
import { PageTitle } from '~/components/layout/PageTitle';
import styles from './ChangeCard.module.css';

/** Shown while the page loads, or if it could not be loaded. */
export const CardWaits = ({ failed, retry }: { failed: boolean; retry: () => void }) => (
  <div className={styles.page}>
    <PageTitle eyebrow="Your card">Payment</PageTitle>
    {failed ? <NotLoaded what="your card" retry={retry} /> : null}
  </div>
);
