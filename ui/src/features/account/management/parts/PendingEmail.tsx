import { ApiError, whyFailed } from '~/api/errors';
import { Banner } from '~/components/feedback/Banner';
import { showSuccess } from '~/components/feedback/Toaster';
import { TextButton } from '~/components/form/TextButton';
import { focusHeading } from '~/lib/focusHeading';
import { useSendLinkAgain, useWithdrawEmail } from '../rights';
import styles from './AccountForm.module.css';

/** The new email address whose link is not opened yet, and what the customer can do meanwhile. */
export function PendingEmail({ email }: { email: string }) {
  const again = useSendLinkAgain();
  const withdraw = useWithdrawEmail();
  const sendAgain = () =>
    again.mutate(undefined, {
      onSuccess: () => showSuccess('The link is on its way again.'),
      onError: (error) => {
        if (error instanceof ApiError && error.status === 404) goAway('No new email is waiting to be confirmed.');
      },
    });
  const failure = whyFailed(again.error ?? withdraw.error).join(' ');
  return (
    <Banner>
      <p>
        We sent a link to <strong>{email}</strong>. Open it to make that your email. Until then this one stays.
      </p>
      {failure === '' ? null : <p>{failure}</p>}
      <p className={styles.actions}>
        <TextButton busy={again.isPending} onClick={sendAgain}>
          Send the link again
        </TextButton>
        <TextButton
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate(undefined, { onSuccess: () => goAway('Your email stays as it is.') })}
        >
          Keep my current email
        </TextButton>
      </p>
    </Banner>
  );
}

function goAway(text: string): void {
  showSuccess(text);
  // The pressed button disappears.
  focusHeading({ scrolls: true });
}
