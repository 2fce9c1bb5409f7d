import { type ComponentType, lazy, Suspense, startTransition, useEffect, useRef, useState } from 'react';
import type { HumanCheckKind, HumanCheckWidget as PartyWidget } from '~/api/schema.gen';
import { useStatus } from '~/api/status';
import type { CheckedForm, PartyCheckProps } from '~/components/account/human-check/partyCheck';
import { messagesText } from '~/core';
import { withStyles } from '~/lib/styles';
import { untilTypingPauses } from '~/lib/typing';
import { FieldMessage } from './FieldMessage';
import type { FieldBinding } from './field';
import styles from './HumanCheck.module.css';
import Widget from './HumanCheckWidget';

const parties: Record<HumanCheckKind, ComponentType<PartyCheckProps>> = {
  turnstile: lazy(() => withStyles(import('~/components/account/human-check/TurnstileWidget'))),
  recaptcha: lazy(() => withStyles(import('~/components/account/human-check/RecaptchaCheck'))),
};

interface HumanCheckProps extends Pick<PartyCheckProps, 'onMaker' | 'onFailed'> {
  /** As for a party's widget, and whether the token is the party's. */
  onToken: (token: string, isOfParty: boolean) => void;
  /** Called when our own check begins its work, which ends with a token, or once it is known that there will be none. */
  onWork: (work: Promise<void>) => void;
  binding: Pick<FieldBinding, 'id' | 'message'>;
  /** What the check is for. */
  of: CheckedForm;
  /** Called once it is known whose check it is, and the check is there. */
  onShown: () => void;
  /** A new number starts a new check, because each token can be used once. */
  round: number;
  /** Whether the check of the outside party has failed here, so that another one takes its place. */
  usesFallback: boolean;
}

/**
 * Tells people from programs: by a box to tick and a small computation, without a third party, or by the outside party that the shop
 * has chosen. Where that does not work, the box takes its place.
 */
export function HumanCheck({ binding: { id, message }, round, usesFallback, onFailed, ...more }: HumanCheckProps) {
  // It needs a browser, and nobody waits for it while they type.
  const [shown, setShown] = useState(false);
  useEffect(() => {
    let isOpen = true;
    void untilTypingPauses().then(() => isOpen && startTransition(() => setShown(true)));
    return () => {
      isOpen = false;
    };
  }, []);
  // If nobody says whose check it is, it is ours: without a network nobody is asked.
  const { data: status, isLoading } = useStatus();
  const group = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  /** The widget that goes may have the focus, which would be lost with it. */
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
  party: PartyWidget | null;
}

/** One check. Whose it is stays as it was when it began, because its token may be there already. */
function Check({ party, of, onShown, onToken, onWork, messageId, ...more }: CheckProps) {
  const [mountedParty] = useState(party);
  // After the effects of the widget, which give the form its token.
  useEffect(onShown, [onShown]);
  const report = (token: string) => onToken(token, mountedParty !== null);
  if (!mountedParty) return <Widget onToken={report} onWork={onWork} messageId={messageId} />;
  const Party = parties[mountedParty.kind];
  return <Party siteKey={mountedParty.site_key} action={mountedParty.actions[of]} onToken={report} {...more} />;
}
