import { useEffect } from 'react';
import { useKnownAccount } from '~/api/account';
import { refusedByBrowser } from '~/api/analytics';
import type { Status } from '~/api/schema.gen';
import { useMayBeSignedIn } from '~/api/sessions';
import { NoticeBar } from '~/components/feedback/NoticeBar';
import { showSuccess } from '~/components/feedback/Toaster';
import { Button } from '~/components/form/Button';
import { useAnswer, useVisitorsAnswer } from '~/components/privacy/answer';
import { focusHeading } from '~/lib/focusHeading';

/** What the outside parties of this shop need in the page: consent to analytics, the fraud check's script. */
export default function PartyNeeds({ status }: { status: Status }) {
  const { analytics, fraud_collector: collector } = status;
  return (
    <>
      {analytics ? <Consent version={analytics.consent_version} /> : null}
      {collector ? <FraudCollector script={collector} /> : null}
    </>
  );
}

/** Asks once whether events may be told to the analytics service. A browser that refuses is asked nothing. */
function Consent({ version }: { version: string }) {
  const account = useKnownAccount();
  const signedIn = useMayBeSignedIn();
  const visitors = useVisitorsAnswer(version);
  const { mutate, mutateAsync, isPending } = useAnswer(version);
  const refused = refusedByBrowser();

  // An earlier yes does not outlive the browser's no.
  const takesBack = refused && account?.analytics_consent === true;
  useEffect(() => {
    if (takesBack) mutate(false);
  }, [takesBack, mutate]);

  // A yes of this browser's visitor is not that of whoever signs in, a no is.
  const isOpen = account ? account.analytics_consent === null && visitors !== false : !signedIn && visitors === null;
  if (refused || !isOpen) return null;
  const answer = async (agreed: boolean) => {
    await mutateAsync(agreed);
    // The button with the focus is gone.
    focusHeading();
    showSuccess('Your choice is saved.');
  };
  // Short, so that on a phone the bar hides no more than the header. Privacy choices says the rest.
  return (
    <NoticeBar words="May an analytics service count when you register, order and check out? Never by name.">
      {(['Agree', 'Refuse'] as const).map((label) => (
        // A failure is shown as a toast, and the question stays.
        <Button
          key={label}
          variant="quiet"
          busy={isPending}
          busyLabel={label}
          onClick={() => void answer(label === 'Agree').catch(() => undefined)}
        >
          {label}
        </Button>
      ))}
    </NoticeBar>
  );
}

/** Loads the fraud check's script once somebody is signed in, with the account's session id. */
function FraudCollector({ script }: { script: string }) {
  const session = useKnownAccount()?.kount_session_id;
  useEffect(() => {
    if (session === undefined) return undefined;
    const element = document.createElement('script');
    element.src = script;
    element.async = true;
    element.dataset['sessionId'] = session;
    document.head.append(element);
    return () => element.remove();
  }, [script, session]);
  return null;
}
