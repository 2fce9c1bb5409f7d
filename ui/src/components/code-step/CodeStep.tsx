import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { ApiError, presentation } from '~/api/errors';
import { type CodeWay, notConfirmed, useConfirmChange, useRequestCode } from '~/api/mfa';
import type { Account } from '~/api/schema.gen';
import { showError } from '~/components/feedback/Toaster';
import { Button } from '~/components/form/Button';
import { RadioGroup } from '~/components/form/RadioGroup';
import { TextField } from '~/components/form/TextField';
import { errorsOutcome, type MfaEvent, type MfaState, messagesText, mfaButton, mfaNext, policy } from '~/core';
import styles from './CodeStep.module.css';
import { maskedEmail, maskedPhone } from './recipient';
import { useWait } from './useWait';

interface CodeStepProps {
  /** What waits for the code, as a sentence. */
  change: ReactNode;
  /** Where codes go: the account's e-mail address and phone from before the change. */
  email: string;
  phone: string | null;
  /** The change is made. */
  onConfirmed: (account: Account) => unknown;
  /** The code was right or no longer matters, but the change was refused or does not wait any more. */
  onRefused: (error: unknown) => void;
  onCancel: () => void;
}

/** Asks for the code that confirms a change (spec A, section 4). The code is kept nowhere. */
export function CodeStep({ change, email, phone, onConfirmed, onRefused, onCancel }: CodeStepProps) {
  const { mfa_code_length: length, mfa_resend_seconds: resendSeconds } = policy();
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const requestCode = useRequestCode();
  const confirm = useConfirmChange();
  const wait = useWait(resendSeconds);
  const [way, setWay] = useState<CodeWay>('email');
  const [code, setCode] = useState('');
  const [state, setState] = useState<MfaState>('required');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [message, setMessage] = useState<string>();
  /** The message, if the focus was on the field already: nothing else makes a screen reader read it then. */
  const [spoken, setSpoken] = useState<string | null>(null);
  const busy = requestCode.isPending || confirm.isPending;
  const action = mfaButton(code);
  const recipients: Record<CodeWay, string> = { email: maskedEmail(email), sms: maskedPhone(phone ?? '') };

  // The form that was here before is gone.
  useEffect(() => {
    title.current?.focus();
    title.current?.scrollIntoView({ block: 'center' });
  }, []);

  const happened = (event: MfaEvent) => setState((before) => mfaNext({ state: before, event, address_error: false }));

  const request = async () => {
    if (busy || wait.left > 0) return;
    forgive();
    try {
      await requestCode.mutateAsync(way);
    } catch (error) {
      if (notConfirmed(error) === 'nothing_waits') {
        onRefused(error);
        return;
      }
      happened('request_failed');
      // A session that is over leads to the sign-in, which says why.
      if (isSessionOver(error)) showToasts(error);
      else showError(messagesText('mfa_request_failed'));
      return;
    }
    happened('code_requested');
    setSentTo(recipients[way]);
    setCode('');
    wait.start();
    field.current?.focus();
  };

  const submit = async () => {
    if (busy) return;
    forgive();
    let account: Account;
    try {
      account = await confirm.mutateAsync(() => ({ mfa_type: way, mfa_code: code }));
    } catch (error) {
      refuse(error);
      return;
    }
    happened('accepted');
    await onConfirmed(account);
  };

  const blame = (text: string) => {
    setMessage(text);
    setSpoken(document.activeElement === field.current ? text : null);
    field.current?.focus();
  };

  const forgive = () => {
    setMessage(undefined);
    setSpoken(null);
  };

  const refuse = (error: unknown) => {
    const reason = notConfirmed(error);
    if (reason === 'wrong') {
      happened('code_rejected');
      blame(messagesText('mfa_code_wrong'));
    } else if (reason === 'ended') {
      happened('mfa_error');
      setSentTo(null);
      setCode('');
      blame(messagesText('mfa_code_ended'));
    } else if (reason === 'nothing_waits' || isFinal(error)) {
      onRefused(error);
    } else {
      showToasts(error);
    }
  };

  const press = (event: FormEvent) => {
    event.preventDefault();
    void (action === 'Submit' ? submit() : request());
  };

  const waiting = wait.left > 0;
  const missing = waiting && action !== 'Submit' ? [`the code of ${length} digits`] : [];
  return (
    <section className={styles.step} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} ref={title} tabIndex={-1} className={styles.title}>
        Is it you?
      </h2>
      <div className={styles.words}>
        <p>{change}</p>
        <p>We send you a code of {length} digits. Type it here, and it is done.</p>
      </div>
      <form className={styles.form} onSubmit={press} noValidate>
        {phone === null ? (
          <p>
            The code goes to <strong>{recipients.email}</strong>.
          </p>
        ) : (
          <RadioGroup
            legend="Where shall the code go?"
            options={[
              { value: 'email', label: `E-mail to ${recipients.email}` },
              { value: 'sms', label: `Text message to ${recipients.sms}` },
            ]}
            value={way}
            onChange={(chosen) => setWay(chosen as CodeWay)}
          />
        )}
        <div className={styles.code}>
          <TextField
            id={`${id}-code`}
            name="mfa_code"
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            value={code}
            onChange={({ target }) => {
              setCode(target.value);
              forgive();
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
            <>
              <strong>{messagesText('mfa_code_sent')}</strong> It is on its way to {sentTo}.
            </>
          ) : (
            <span className="unseen">{spoken}</span>
          )}
        </p>
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
            <p>Nothing there? You can ask for another code in {wait.left} seconds.</p>
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

function showToasts(error: unknown): void {
  if (error instanceof ApiError) for (const text of presentation(error).toasts) showError(text);
}

/** Whether the same code would be refused again: the change failed, and not the call. */
const isFinal = (error: unknown) => error instanceof ApiError && errorsOutcome({ status: error.status }) === 'refused';

const ignore = () => undefined;
