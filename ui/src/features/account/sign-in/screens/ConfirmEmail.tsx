import { useEffect } from 'react';
import { errorsOf } from '~/api/errors';
import { useMayBeSignedIn } from '~/api/account/sessions';
import hook from '~/assets/scenes/hook.svg';
import { Banner } from '~/components/feedback/Banner';
import { Button } from '~/components/form/Button';
import { ButtonLink } from '~/components/form/ButtonLink';
import layout from '~/components/form/formLayout.module.css';
import { PageTitle } from '~/components/layout/PageTitle';
import { Spread } from '~/components/layout/Spread';
import { Scene } from '~/components/media/Scene';
import { focusHeading } from '~/lib/focusHeading';
import { Link } from '~/lib/router/Link';
import { useLinkToken } from '~/lib/useLink';
import { useOnce } from '~/lib/useOnce';
import { paths } from '~/paths';
import { useConfirmEmail } from '../api';

/**
 * The screen that the mail to a new email address links to. It confirms the address only when the customer presses the button,
 * so that a program that opens the links of mails cannot do that.
 */
export default function ConfirmEmail() {
  const token = useLinkToken(paths.confirmEmail);
  // A newer link starts again, whatever the result of the previous one.
  return <Confirmation key={token} token={token} />;
}

function Confirmation({ token }: { token: string }) {
  const isSignedIn = useMayBeSignedIn();
  const confirm = useConfirmEmail();
  const [refusal] = errorsOf(confirm.error);
  const once = useOnce();
  // The first press of a double press uses the link up. A failure is shown below.
  const press = () => void once(() => confirm.mutateAsync(token).catch(() => undefined));
  useEffect(() => {
    // The pressed button disappears.
    if (confirm.isSuccess) focusHeading();
  }, [confirm.isSuccess]);
  return (
    <Spread picture={<Scene src={hook} />}>
      {confirm.isSuccess ? (
        <>
          <PageTitle lead="From now on our emails go to your new address, and you sign in with it.">
            Your new email is confirmed
          </PageTitle>
          <p role="status">All other devices have been signed out.</p>
        </>
      ) : (
        <>
          <PageTitle lead="Until you confirm it, you still sign in with your earlier email.">
            Confirm your new email
          </PageTitle>
          {token === '' ? (
            <Banner>Please open the link in the email that we sent to your new address.</Banner>
          ) : (
            <div className={layout.form}>
              {refusal ? <Banner tone="fault">{refusal.message}</Banner> : null}
              <Button wide busy={confirm.isPending} busyLabel="One moment..." onClick={press}>
                Confirm my email
              </Button>
            </div>
          )}
        </>
      )}
      {isSignedIn && confirm.isSuccess ? (
        <ButtonLink to={paths.dashboard}>Go To Dashboard</ButtonLink>
      ) : (
        <div className={layout.links}>
          <p>
            {isSignedIn ? <Link to={paths.dashboard}>Go To Dashboard</Link> : <Link to={paths.login}>Sign in</Link>}
          </p>
        </div>
      )}
    </Spread>
  );
}
