import { useRouteError } from 'react-router';
import { Button } from '~/components/Button';
import { PageTitle } from '~/components/PageTitle';
import { brand, messagesText } from '~/core';
import styles from './CustomerGate.module.css';

/** What shows where a screen broke or its code could not be loaded. */
export function ErrorScreen() {
  const error = useRouteError();
  // The one place where a fault of the page itself is written down, for whoever looks into it.
  // oxlint-disable-next-line no-console
  console.error(error);
  return (
    <main id="main" className={styles.unavailable}>
      <title>{brand().product}</title>
      <PageTitle>Something came apart at the seams</PageTitle>
      <p>{messagesText('unexpected')}. Loading the page again usually mends it.</p>
      <Button onClick={() => window.location.reload()}>Load again</Button>
    </main>
  );
}
