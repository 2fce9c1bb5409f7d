import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '~/api/account';
import { refusedByBrowser } from '~/api/analytics';
import { useMayBeSignedIn } from '~/api/sessions';
import { Dialog } from '~/components/feedback/Dialog';
import { Button } from '~/components/form/Button';
import { brand } from '~/core';
import { useAnswer, useVisitorsAnswer } from './answer';
import styles from './PrivacyDialog.module.css';

/** What the analytics service may know: the present answer, and the other one as near as that. */
export default function PrivacyDialog({ version, onClose }: { version: string; onClose: () => void }) {
  const signedIn = useMayBeSignedIn();
  // Not every screen has loaded it.
  const { data: account, isLoading } = useQuery({ ...accountQuery, enabled: signedIn });
  const visitors = useVisitorsAnswer(version);
  const { mutate, isPending } = useAnswer(version);
  const { retailer, links } = brand();
  const agreed = account?.analytics_consent ?? visitors;
  return (
    <Dialog isOpen onClose={onClose} title="Privacy choices">
      <p>
        Our analytics service may know when you register, order and check out, and what a checkout comes to. It gets a
        random number, never your name, e-mail or address. Refuse, and it learns nothing.
      </p>
      {refusedByBrowser() ? (
        <p>Your browser sends Global Privacy Control. We count that as no, and tell nobody anything.</p>
      ) : (
        <>
          <p role="status" className={styles.state}>
            {isLoading ? '' : agreed === null ? 'You have not answered yet.' : agreed ? 'You agreed.' : 'You refused.'}
          </p>
          <div className={styles.answers}>
            {(['Agree', 'Refuse'] as const).map((label) => (
              <Button
                key={label}
                variant="secondary"
                aria-pressed={agreed === (label === 'Agree')}
                busy={isPending}
                busyLabel={label}
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
