import {
  type ComponentType,
  lazy,
  Suspense,
  startTransition,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import type { HumanCheckKind, HumanCheckWidget } from '~/api/schema.gen';
import { useStatus } from '~/api/status';
import type { CheckedForm, PartyCheckProps } from './partyCheck';
import { messagesText } from '~/core';
import { withStyles } from '~/lib/styles';
import { untilTypingPauses } from '~/lib/typing';
import { FieldMessage } from '~/components/form/FieldMessage';
import type { FieldBinding } from '~/components/form/field';
import styles from './HumanCheck.module.css';
import OwnCheck from './OwnCheck';

type PartyCheck = ComponentType<PartyCheckProps>;

/** If the code of a party's check cannot be loaded, the check does not work in this browser. */
const unlessMissing = (code: Promise<{ default: PartyCheck }>) => code.catch(() => ({ default: PartyCheckMissing }));

function PartyCheckMissing({ onFailed }: PartyCheckProps) {
  const fail = useEffectEvent(onFailed);
  useEffect(() => fail(), []);
  return null;
}

const parties: Record<HumanCheckKind, PartyCheck> = {
  turnstile: lazy(() => unlessMissing(withStyles(import('./TurnstileWidget')))),
  recaptcha: lazy(() => unlessMissing(withStyles(import('./RecaptchaCheck')))),
};

interface HumanCheckProps extends Pick<PartyCheckProps, 'onMaker' | 'onFailed'> {
  /** As for a party's widget. `isOfParty`: the token is from the party, not from our own check. */
  onToken: (token: string, isOfParty: boolean) => void;
  /**
   * Called when our own check begins its work. `work` resolves once there is a token, or once it is known that there will be
   * none.
   */
  onWork: (work: Promise<void>) => void;
  binding: Pick<FieldBinding, 'id' | 'message'>;
  /** The form that the check is for. */
  of: CheckedForm;
  /** Called once the check is shown. */
  onShown: () => void;
  /** A new number starts a new check, because each token can be used once. */
  round: number;
  /** Whether the outside party's check has failed in this browser, so that our own replaces it. */
  usesFallback: boolean;
}

/**
 * Distinguishes people from programs: either by a checkbox and a small computation, without a third party, or by the outside
 * party that the shop has chosen. If the party's check does not work, the checkbox replaces it.
 */
export function HumanCheck({ binding: { id, message }, round, usesFallback, onFailed, ...more }: HumanCheckProps) {
  // The check needs a browser, and must not delay keys, so it is shown once nobody types.
  const [shown, setShown] = useState(false);
  useEffect(() => {
    let isOpen = true;
    void untilTypingPauses().then(() => isOpen && startTransition(() => setShown(true)));
    return () => {
      isOpen = false;
    };
  }, []);
  // If the status is not known, because there is no network, our own check is used.
  const { data: status, isLoading } = useStatus();
  const group = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  /** Notes whether the failed widget has the focus, which would be lost with it. */
  const fail = () => {
    hadFocus.current = group.current?.contains(document.activeElement) ?? false;
    onFailed();
  };
  // The error summary focuses the group; the focus moves on to our checkbox.
  useEffect(() => {
    const element = group.current;
    const focusCheckbox = () => element?.querySelector('input')?.focus();
    element?.addEventListener('focus', focusCheckbox);
    return () => element?.removeEventListener('focus', focusCheckbox);
  }, []);
  useEffect(() => {
    if (usesFallback && hadFocus.current) group.current?.focus();
  }, [usesFallback]);
  return (
    <div
      ref={group}
      id={id}
      tabIndex={-1}
      role="group"
      aria-label="Human check"
      aria-describedby={message === undefined ? undefined : `${id}-message`}
      className={styles.check}
      data-fault={message !== undefined}
    >
      <p className={styles.notice} role="status">
        {usesFallback ? messagesText('human_check_notice') : null}
      </p>
      <div className={styles.place}>
        {shown && !isLoading ? (
          <Suspense fallback={null}>
            <Check
              key={round}
              party={usesFallback ? null : (status?.human_check ?? null)}
              onFailed={fail}
              messageId={message === undefined ? undefined : `${id}-message`}
              {...more}
            />
          </Suspense>
        ) : null}
      </div>
      <FieldMessage id={`${id}-message`}>{message}</FieldMessage>
    </div>
  );
}

interface CheckProps extends Pick<HumanCheckProps, 'of' | 'onShown' | 'onToken' | 'onWork' | 'onMaker' | 'onFailed'> {
  messageId: string | undefined;
  party: HumanCheckWidget | null;
}

/** One check. It stays with the party with which it began, because there may be a token already. */
function Check({ party, of, onShown, onToken, onWork, messageId, ...more }: CheckProps) {
  const [mountedParty] = useState(party);
  // This runs after the effects of the check, which give the form its token.
  useEffect(onShown, [onShown]);
  const report = (token: string) => onToken(token, mountedParty !== null);
  if (!mountedParty) return <OwnCheck onToken={report} onWork={onWork} messageId={messageId} />;
  const Party = parties[mountedParty.kind];
  return <Party siteKey={mountedParty.site_key} action={mountedParty.actions[of]} onToken={report} {...more} />;
}
