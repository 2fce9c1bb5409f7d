import { useEffect, useEffectEvent } from 'react';
import { ReloadButton } from '~/components/feedback/ReloadButton';
import { useReload } from '~/components/feedback/useReload';
import { PageTitle } from '~/components/layout/PageTitle';
import { brand, messagesText } from '~/core';
import { focusHeading } from '~/lib/focusHeading';
import { useNavigationType } from '~/lib/router/hooks';
import { retryMs } from '~/lib/useLoaded';
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
      <UnexpectedError error={error} />
    </main>
  );
}

/** Shown instead of a screen whose code could not be loaded. */
export const ScreenFailed = () => (
  <main id="main" className={styles.unavailable}>
    <title>{brand().product}</title>
    <ScreenNotLoadedMessage />
  </main>
);

/**
 * The message that the code could not be loaded. Only a reload always helps: some browsers keep a failure until then, and
 * after a release the file has another name. So the page reloads by itself when the network is back. It also does so as soon as
 * the server can be reached, but not at the document's first address, which would be reloaded endlessly, nor after Back or
 * Forward, which cannot be told apart from it.
 */
function ScreenNotLoadedMessage() {
  useHeadingFocus();
  const wasLinkedTo = useNavigationType() !== 'POP';
  const { reloadQuietly } = useReload({ mayLoseTyped: true });
  const tryReload = useEffectEvent(reloadQuietly);
  useEffect(() => {
    let isLeft = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = async (): Promise<void> => {
      const reason = await tryReload(() => !isLeft);
      if (reason === null || isLeft || !wasLinkedTo) return;
      // The network may have come back meanwhile, which begins an attempt of its own.
      clearTimeout(timer);
      timer = setTimeout(attempt, retryMs);
    };
    if (wasLinkedTo) void attempt();
    window.addEventListener('online', attempt);
    return () => {
      isLeft = true;
      clearTimeout(timer);
      window.removeEventListener('online', attempt);
    };
  }, [wasLinkedTo]);
  return (
    <>
      <PageTitle lead={messagesText('no_connection')}>This page did not load</PageTitle>
      <ReloadButton variant="primary" mayLoseTyped>
        Try again
      </ReloadButton>
    </>
  );
}

function UnexpectedError({ error }: { error: unknown }) {
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
      <ReloadButton variant="primary" mayLoseTyped />
    </>
  );
}

/** The element with the focus is gone, so that otherwise nothing would be read out. */
function useHeadingFocus(): void {
  useEffect(() => void focusHeading(), []);
}
