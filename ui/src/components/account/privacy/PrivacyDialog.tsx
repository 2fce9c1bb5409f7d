import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '~/api/account/record';
import { isRefusedByBrowser } from '~/api/account/analytics';
import { whyFailed } from '~/api/errors';
import { useMayBeSignedIn } from '~/api/account/sessions';
import { Dialog } from '~/components/feedback/Dialog';
import { NotLoaded } from '~/components/feedback/NotLoaded';
import { Button } from '~/components/form/Button';
import { brand } from '~/core';
import { useAnswerConsent, useVisitorConsent } from './consent';
import styles from './PrivacyDialog.module.css';

/**
 * Says what the analytics service may know and what the customer has answered, and lets them change it. Refusing is as easy
 * as agreeing.
 */
export default function PrivacyDialog({ version, onClose }: { version: string; onClose: () => void }) {
  const signedIn = useMayBeSignedIn();
  // Not every screen has loaded the account.
  const { data: account, isLoading, isError, refetch } = useQuery({ ...accountQuery, enabled: signedIn });
  const visitorAgreed = useVisitorConsent();
  const { mutate, isPending, error, variables } = useAnswerConsent(version);
  const { retailer, links } = brand();
  // What the browser knows is a visitor's answer, and the customer may have answered differently.
  const isUnknown = signedIn && account === undefined && isError;
  const agreed = isUnknown ? null : (account?.analytics_consent ?? visitorAgreed);
  return (
    <Dialog isOpen onClose={onClose} title="Privacy choices">
      <p>
        Our analytics service may know when you register, order and check out, and what a checkout comes to. It gets a
        random number, never your name, email or address. If you decline, it learns nothing.
      </p>
      {isRefusedByBrowser() ? (
        <p>Your browser sends Global Privacy Control. We take that as a no, and share nothing.</p>
      ) : (
        <>
          <div role="status" className={styles.state}>
            {isLoading ? null : isUnknown ? (
              <NotLoaded what="your answer" retry={() => void refetch()} />
            ) : agreed === null ? (
              'You have not answered yet.'
            ) : agreed ? (
              'You agreed.'
            ) : (
              'You declined.'
            )}
          </div>
          <div className={styles.answers}>
            {(['Agree', 'Refuse'] as const).map((label) => (
              <Button
                key={label}
                variant="secondary"
                aria-pressed={agreed === (label === 'Agree')}
                busy={isPending}
                busyLabel={label}
                failure={whyFailed(variables === (label === 'Agree') ? error : null)}
                onClick={() => mutate(label === 'Agree')}
              >
                {label}
              </Button>
            ))}
          </div>
        </>
      )}
      <p>
        <a href={links.privacy}>{retailer}’s privacy notice</a>
      </p>
    </Dialog>
  );
}
