import { useEffect } from 'react';
import { useKnownAccount } from '~/api/account/record';
import { isRefusedByBrowser } from '~/api/account/analytics';
import { whyFailed } from '~/api/errors';
import type { FraudCollector, Status } from '~/api/schema.gen';
import { useMayBeSignedIn } from '~/api/account/sessions';
import { NoticeBar } from '~/components/feedback/NoticeBar';
import { showSuccess } from '~/components/feedback/Toaster';
import { Button } from '~/components/form/Button';
import { useAnswerConsent, useVisitorConsent } from '~/components/account/privacy/consent';
import { focusHeading } from '~/lib/focusHeading';
import { importModule } from '~/lib/importModule';

/** Asks for consent to analytics, and starts the fraud check's kit, if the shop has them. */
export default function ConsentAndFraudCheck({ status }: { status: Status }) {
  const { analytics, fraud_collector: collector } = status;
  return (
    <>
      {analytics ? <Consent version={analytics.consent_version} /> : null}
      {collector ? <FraudKit collector={collector} /> : null}
    </>
  );
}

/**
 * Asks once whether events may be sent to the analytics service. If the browser refuses on the customer's behalf, nothing is
 * asked.
 */
function Consent({ version }: { version: string }) {
  const account = useKnownAccount();
  const signedIn = useMayBeSignedIn();
  const visitorAgreed = useVisitorConsent();
  const { mutate, mutateAsync, isPending, error, variables } = useAnswerConsent(version);
  const isRefused = isRefusedByBrowser();

  // The browser's refusal withdraws an earlier agreement.
  const isWithdrawn = isRefused && account?.analytics_consent === true;
  useEffect(() => {
    if (isWithdrawn) mutate(false);
  }, [isWithdrawn, mutate]);

  // A customer who signs in is asked even if a visitor of this browser agreed, but not if the visitor refused.
  const isOpen = account
    ? account.analytics_consent === null && visitorAgreed !== false
    : !signedIn && visitorAgreed === null;
  if (isRefused || !isOpen) return null;
  const answer = async (agreed: boolean) => {
    await mutateAsync(agreed);
    // The button with the focus is gone.
    focusHeading();
    showSuccess('Your choice is saved.');
  };
  // The text is short, so that on a phone the bar hides no more than the header. The page "Privacy choices" says the rest.
  return (
    <NoticeBar words="May an analytics service count when you register, order and check out? Never by name.">
      {(['Agree', 'Refuse'] as const).map((label) => (
        // If it fails, the question stays.
        <Button
          key={label}
          variant="quiet"
          busy={isPending}
          busyLabel={label}
          failure={whyFailed(variables === (label === 'Agree') ? error : null)}
          onClick={() => void answer(label === 'Agree').catch(() => undefined)}
        >
          {label}
        </Button>
      ))}
    </NoticeBar>
  );
}

/** The kit of the fraud check, as Kount's is called. */
interface Kit {
  default: (config: { clientID: string; environment: string; isSinglePageApp: boolean }, sessionID: string) => unknown;
}

/** The session ids with which the kit was started. It must be started only once per session. */
const started = new Set<string>();

/** Starts the fraud check's kit once somebody is signed in. Orders are checked even without it, so a failure is not shown. */
function FraudKit({ collector }: { collector: FraudCollector }) {
  const session = useKnownAccount()?.kount_session_id;
  useEffect(() => {
    if (session === undefined || started.has(session)) return;
    started.add(session);
    const { script, client_id: clientID, environment } = collector;
    void importModule(script)
      .then((kit) => (kit as Kit).default({ clientID, environment, isSinglePageApp: true }, session))
      .catch(() => undefined);
  }, [collector, session]);
  return null;
}
