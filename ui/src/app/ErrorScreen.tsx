import { useEffect } from 'react';
import { Button } from '~/components/form/Button';
import { PageTitle } from '~/components/layout/PageTitle';
import { brand, messagesText } from '~/core';
import { focusHeading } from '~/lib/focusHeading';
import styles from './CustomerGate.module.css';

export class ScreenNotLoaded extends Error {
  override readonly name = 'ScreenNotLoaded';

  constructor(cause: unknown) {
    super('Part of this page could not be loaded.', { cause });
  }
}

/** What is shown if a screen broke or its code could not be loaded. */
export function ErrorScreen({ error }: { error: unknown }) {
  if (error instanceof ScreenNotLoaded) return <ScreenFailed />;
  return (
    <main id="main" className={styles.unavailable}>
      <title>{brand().product}</title>
      <Broken error={error} />
    </main>
  );
}

/** What is shown instead of a screen whose code could not be loaded. */
export const ScreenFailed = () => (
  <main id="main" className={styles.unavailable}>
    <title>{brand().product}</title>
    <NotLoaded />
  </main>
);

/** Shown if the code could not be loaded. The page reloads by itself when the network is back. */
function NotLoaded() {
  useHeadingFocus();
  useEffect(() => {
    window.addEventListener('online', loadAgain);
    return () => window.removeEventListener('online', loadAgain);
  }, []);
  return (
    <>
      <PageTitle lead={messagesText('no_connection')}>This page did not load</PageTitle>
      <Button onClick={loadAgain}>Try again</Button>
    </>
  );
}

function Broken({ error }: { error: unknown }) {
  useHeadingFocus();
  useEffect(() => {
    // The one place where a fault of the page itself is written down, for whoever looks into it.
    // oxlint-disable-next-line no-console
    console.error(error);
  }, [error]);
  return (
    <>
      <PageTitle>Something came apart at the seams</PageTitle>
      <p>{messagesText('unexpected')}. Reloading the page usually fixes it.</p>
      <Button onClick={loadAgain}>Reload</Button>
    </>
  );
}

/** What had the focus is gone, so that nothing would be read out. */
function useHeadingFocus(): void {
  useEffect(() => void focusHeading(), []);
}

/** Without a network the browser would replace this page with its own error page. */
const loadAgain = () => {
  if (navigator.onLine) window.location.reload();
};
