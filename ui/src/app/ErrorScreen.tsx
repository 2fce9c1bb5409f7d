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

/** Shown if a screen broke or its code could not be loaded. */
export function ErrorScreen({ error }: { error: unknown }) {
  if (error instanceof ScreenNotLoaded) return <ScreenFailed />;
  return (
    <main id="main" className={styles.unavailable}>
      <title>{brand().product}</title>
      <Broken error={error} />
    </main>
  );
}

/** Shown instead of a screen whose code could not be loaded. */
export const ScreenFailed = () => (
  <main id="main" className={styles.unavailable}>
    <title>{brand().product}</title>
    <NotLoaded />
  </main>
);

/** The message that the code could not be loaded. The page reloads automatically when the network is back. */
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
    // The only place that logs a fault of the page itself.
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

/** The element with the focus is gone, so that otherwise nothing would be read out. */
function useHeadingFocus(): void {
  useEffect(() => void focusHeading(), []);
}

/** Reloads only with a network: without one, the browser would replace this page with its own error page. */
const loadAgain = () => {
  if (navigator.onLine) window.location.reload();
};
