import { Banner } from '~/components/feedback/Banner';
import { Spinner } from '~/components/feedback/Spinner';
import { Button } from '~/components/form/Button';
import { messagesText, terms } from '~/core';
import styles from './Invitation.module.css';
import type { InvitationState } from './useInvitation';

/** The name of the inviting customer, and the rewards of both. The space is reserved while they load. */
export function Invitation({ invitation }: { invitation: InvitationState }) {
  const { inviter, state, retry } = invitation;
  return (
    <section aria-label="Your invitation" aria-live="polite" aria-busy={state === 'loading'}>
      <Banner tone={inviter === null ? 'note' : 'good'}>
        <div className={styles.invitation}>
          {state === 'loading' ? <Spinner label="Looking up your invitation" /> : null}
          {state === 'failed' ? <Failed retry={retry} /> : null}
          {state === 'ready' ? inviter === null ? <Unknown /> : <Rewards inviter={inviter} /> : null}
        </div>
      </Banner>
    </section>
  );
}

function Rewards({ inviter }: { inviter: string }) {
  const percent = terms().referral_percent;
  return (
    <>
      <p className={styles.by}>{inviter} invited you</p>
      <p>
        You get {percent}% off your first box, and {inviter} gets {percent}% off once you have checked out. Each can be
        used for {messagesText('referral_days')}.
      </p>
    </>
  );
}

const Unknown = () => (
  <p>
    We don’t recognize the invitation in your link. You can sign up without it, or ask your friend to send the link
    again.
  </p>
);

const Failed = ({ retry }: { retry: () => void }) => (
  <>
    <p>We can’t look up your invitation right now. It is saved.</p>
    <Button variant="quiet" onClick={retry}>
      Try again
    </Button>
  </>
);
