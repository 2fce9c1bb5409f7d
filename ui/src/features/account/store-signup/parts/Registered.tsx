import { useEffect, useRef, useState } from 'react';
import type { Account } from '~/api/schema.gen';
import { Button } from '~/components/form/Button';
import { ButtonLink } from '~/components/form/ButtonLink';
import { PageTitle } from '~/components/layout/PageTitle';
import { focusHeading } from '~/lib/focusHeading';
import { paths } from '~/paths';
import { CorrectEmail } from './CorrectEmail';
import styles from './storeSignup.module.css';

/** Shown after the account is made: says to which address the link for a password was sent, and how to continue. */
export function Registered({ account }: { account: Account }) {
  const [isCorrecting, setIsCorrecting] = useState(false);
  const [isSentAgain, setIsSentAgain] = useState(false);
  const change = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The path has not changed, so the page has not moved the focus itself.
    focusHeading();
  }, []);
  const close = () => {
    setIsCorrecting(false);
    // The form with the focus is gone.
    requestAnimationFrame(() => change.current?.querySelector('button')?.focus());
  };

  return (
    <>
      <PageTitle
        eyebrow="Your account is ready"
        lead="You need no password here. Choose one at home with the link in the email, and your answers will be there."
      >
        Welcome, {account.first_name}
      </PageTitle>
      <div className={styles.sent}>
        <p role="status">
          {isSentAgain ? 'A new link is on its way to' : 'The link is on its way to'} <strong>{account.email}</strong>
        </p>
        {isCorrecting ? (
          <CorrectEmail
            account={account}
            onCorrected={() => {
              setIsSentAgain(true);
              close();
            }}
            onCancel={close}
          />
        ) : (
          <div ref={change}>
            <Button variant="quiet" onClick={() => setIsCorrecting(true)}>
              Not right? Change the address
            </Button>
          </div>
        )}
      </div>
      <div>
        <ButtonLink to={paths.storeLocation}>Continue</ButtonLink>
      </div>
    </>
  );
}
