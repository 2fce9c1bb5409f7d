import { Suspense } from 'react';
import { whyFailed } from '~/api/errors';
import type { Account } from '~/api/schema.gen';
import { Banner } from '~/components/feedback/Banner';
import { Spinner } from '~/components/feedback/Spinner';
import { showSuccess } from '~/components/feedback/Toaster';
import { latePart } from '~/components/feedback/latePart';
import { Button } from '~/components/form/Button';
import { accountClosingConsequences, messagesText } from '~/core';
import { useKeepOpen } from '../rights';
import styles from './Privacy.module.css';
import { useOpenForm } from '~/components/form/useOpenForm';

/** Loaded on demand: few accounts are being closed. */
const ClosingWords = latePart(() => import('~/components/account/ClosingWords'));
const CloseForm = latePart(() => import('./CloseForm'));

/**
 * Closes the account: says what follows from it, what is kept and why. If the account is being closed already, says what it
 * still waits for.
 */
export function CloseAccount({ account: { email, closing } }: { account: Account }) {
  const { isOpen, open, close, title, form } = useOpenForm();
  const keep = useKeepOpen();
  return (
    <section aria-labelledby="close-account" className={styles.part}>
      <h3 id="close-account" ref={title} tabIndex={-1}>
        Close my account
      </h3>
      {closing ? (
        <>
          <Banner>
            <Suspense>
              <ClosingWords closing={closing} />
            </Suspense>
          </Banner>
          <Button
            variant="secondary"
            busy={keep.isPending}
            busyLabel="One moment..."
            failure={whyFailed(keep.error)}
            onClick={() =>
              keep.mutate(undefined, {
                onSuccess: () => {
                  showSuccess(messagesText('closing_taken_back'));
                  title.current?.focus();
                },
              })
            }
          >
            Keep my account after all
          </Button>
        </>
      ) : (
        <>
          <ul className={styles.facts}>
            {accountClosingConsequences().map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          {isOpen ? (
            <Suspense fallback={<Spinner label="Loading the form" />}>
              <div ref={form}>
                <CloseForm email={email} onClose={close} />
              </div>
            </Suspense>
          ) : (
            <Button variant="quiet" onClick={open}>
              Close my account
            </Button>
          )}
        </>
      )}
    </section>
  );
}
