import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { ApiError, presentation } from '~/api/errors';
import { type CodeChannel, confirmationFailure, getsNoTexts, useConfirmChange, useRequestCode } from '~/api/mfa';
import type { Account, TextMessagesWord } from '~/api/schema.gen';
import { Banner } from '~/components/feedback/Banner';
import { dismissFailures, showError, showFailure, showSuccess } from '~/components/feedback/Toaster';
import { Button } from '~/components/form/Button';
import { RadioGroup } from '~/components/form/RadioGroup';
import { ReadField } from '~/components/form/ReadField';
import {
  digitsRead,
  errorsOutcome,
  type MfaEvent,
  type MfaState,
  messagesText,
  mfaButton,
  mfaNext,
  policy,
} from '~/core';
import styles from './CodeStep.module.css';
import { useCountdown } from './useCountdown';
import { maskedEmail, maskedPhone } from './recipient';

interface CodeStepProps {
  /** What waits for the code, as a sentence. */
  change: ReactNode;
  /** Where codes go: the account's email address and phone from before the change. */
  email: string;
  phone: string | null;
  /** Whether codes can go to the phone. */
  textMessages: TextMessagesWord;
  /** The change is made. */
  onConfirmed: (account: Account) => unknown;
  /**
   * The code was right or no longer matters, but the change was refused or does not wait any more. The step stays busy until what is
   * returned is done.
   */
  onRefused: (error: unknown) => unknown;
  onCancel: () => void;
}

/** Asks for the code that confirms a change (spec A, section 4). The code is kept nowhere. */
export function CodeStep({ change, email, phone, textMessages, onConfirmed, onRefused, onCancel }: CodeStepProps) {
  const { mfa_code_length: length, mfa_resend_seconds: resendSeconds } = policy();
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const requestCode = useRequestCode();
  const confirm = useConfirmChange();
  const countdown = useCountdown(resendSeconds);
  const [choice, setChannel] = useState<CodeChannel>('email');
  const isOffered = phone !== null && textMessages === 'sent';
  const channel = isOffered ? choice : 'email';
  const [code, setCode] = useState('');
  const [state, setState] = useState<MfaState>('required');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [message, setMessage] = useState<string>();
  /** The message, if the focus was on the field already: nothing else makes a screen reader read it then. */
  const [spoken, setSpoken] = useState<string | null>(null);
  /** Why the last try failed, if the code is not at fault. It stays until the next try: its toast goes. */
  const [failure, setFailure] = useState<readonly string[]>([]);
  const [isRefused, setIsRefused] = useState(false);
  const busy = requestCode.isPending || confirm.isPending || isRefused;
  const action = mfaButton(code);
  const recipients: Record<CodeChannel, string> = { email: maskedEmail(email), sms: maskedPhone(phone ?? '') };

  // The form that had the focus is gone.
  useEffect(() => {
    title.current?.focus();
    title.current?.scrollIntoView({ block: 'center' });
  }, []);

  const advance = (event: MfaEvent) => setState((before) => mfaNext({ state: before, event, address_error: false }));

  const request = async () => {
    if (busy || countdown.left > 0) return;
    beginTry();
    try {
      await requestCode.mutateAsync(channel);
    } catch (error) {
      if (confirmationFailure(error) === 'nothing_waits') {
        onRefused(error);
        return;
      }
      advance('request_failed');
      // Since this step was opened, a text message has failed.
      if (getsNoTexts(error)) {
        setChannel('email');
        fail([messagesText('no_text_messages')]);
        return;
      }
      // A session that is over leads to the sign-in, which says why.
      if (isSessionOver(error)) showFailure(error);
      else fail([messagesText('mfa_request_failed')], knownReasons(error));
      return;
    }
    advance('code_requested');
    showSuccess(messagesText('mfa_code_sent'));
    setSentTo(recipients[channel]);
    setCode('');
    countdown.start();
    field.current?.focus();
  };

  const submit = async () => {
    if (busy) return;
    beginTry();
    let account: Account;
    try {
      account = await confirm.mutateAsync(() => ({ mfa_type: channel, mfa_code: code }));
    } catch (error) {
      await refuse(error);
      return;
    }
    advance('accepted');
    await onConfirmed(account);
  };

  const showMessage = (text: string) => {
    setMessage(text);
    setSpoken(document.activeElement === field.current ? text : null);
    field.current?.focus();
  };

  const clearMessage = () => {
    setMessage(undefined);
    setSpoken(null);
  };

  /** Before another try: what was said of the last one goes. */
  const beginTry = () => {
    clearMessage();
    setFailure([]);
    dismissFailures();
  };

  /** Says in a toast that a try failed, and in its place that and why. */
  const fail = (texts: readonly string[], why: readonly string[] = []) => {
    for (const text of texts) showError(text, { spoken: false });
    setFailure([...texts, ...why]);
  };

  const refuse = async (error: unknown) => {
    const reason = confirmationFailure(error);
    if (reason === 'wrong') {
      advance('code_rejected');
      showMessage(messagesText('mfa_code_wrong'));
    } else if (reason === 'ended') {
      advance('mfa_error');
      // No code is on its way any more.
      dismissFailures();
      setSentTo(null);
      setCode('');
      showMessage(messagesText('mfa_code_ended'));
    } else if (reason === 'nothing_waits' || isFinal(error)) {
      setIsRefused(true);
      await onRefused(error);
      setIsRefused(false);
    } else {
      const why = knownReasons(error);
      fail(why.length > 0 ? why : [messagesText('mfa_failed')]);
    }
  };

  const press = (event: FormEvent) => {
    event.preventDefault();
    void (action === 'Submit' ? submit() : request());
  };

  const waiting = countdown.left > 0;
  const missing = waiting && action !== 'Submit' ? [`the code of ${length} digits`] : [];
  return (
    <section className={styles.step} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} ref={title} tabIndex={-1} className={styles.title}>
        Confirm it’s you
      </h2>
      <div className={styles.words}>
        <p>{change}</p>
        <p>We send you a code of {length} digits. Enter it here, and you’re done.</p>
      </div>
      <form className={styles.form} onSubmit={press} noValidate>
        {!isOffered ? (
          <div className={styles.words}>
            <p>
              The code goes to <strong>{recipients.email}</strong>.
            </p>
            {phone !== null && textMessages !== 'none' ? <p>{messagesText(`texts_${textMessages}`)}</p> : null}
          </div>
        ) : (
          <RadioGroup
            legend="Where should we send the code?"
            options={[
              { value: 'email', label: `Email to ${recipients.email}` },
              { value: 'sms', label: `Text message to ${recipients.sms}` },
            ]}
            value={channel}
            onChange={(chosen) => setChannel(chosen as CodeChannel)}
          />
        )}
        <div className={styles.code}>
          <ReadField
            read={digitsRead}
            id={`${id}-code`}
            name="mfa_code"
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            value={code}
            onChange={({ target }) => {
              setCode(target.value);
              clearMessage();
            }}
            onBlur={ignore}
            ref={(input) => {
              field.current = input as HTMLInputElement | null;
            }}
            message={message}
          />
        </div>
        <p className={styles.sent} role="status">
          {sentTo !== null && state === 'code_sent' ? (
            `It is on its way to ${sentTo}.`
          ) : (
            <span className="unseen">{spoken}</span>
          )}
        </p>
        {failure.length > 0 ? (
          <Banner tone="fault">
            {failure.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </Banner>
        ) : null}
        <div className={styles.actions}>
          <Button type="submit" busy={busy} busyLabel="One moment..." missing={missing}>
            {action}
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
        <div className={styles.again}>
          {waiting ? (
            <p>Didn’t get it? You can request another code in {countdown.left} seconds.</p>
          ) : sentTo !== null && action === 'Submit' ? (
            <Button variant="quiet" onClick={() => void request()}>
              {mfaButton('')}
            </Button>
          ) : null}
        </div>
      </form>
    </section>
  );
}

const isSessionOver = (error: unknown) => error instanceof ApiError && error.status === 401;

/** Why a call failed. Empty if nobody knows: the code step has its own text for that (spec A, section 8). */
function knownReasons(error: unknown): readonly string[] {
  const unexpected = messagesText('unexpected');
  return error instanceof ApiError ? presentation(error).toasts.filter((text) => text !== unexpected) : [];
}

/** Whether the same code would be refused again: the change failed, and not the call. */
const isFinal = (error: unknown) => error instanceof ApiError && errorsOutcome({ status: error.status }) === 'refused';

const ignore = () => undefined;
