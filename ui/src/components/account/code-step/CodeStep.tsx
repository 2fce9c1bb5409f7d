import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { CodeChannel } from '~/api/account/mfa';
import type { Account, TextMessages } from '~/api/schema.gen';
import { Banner } from '~/components/feedback/Banner';
import { Button } from '~/components/form/Button';
import { RadioGroup } from '~/components/form/RadioGroup';
import { ReadField } from '~/components/form/ReadField';
import { digitsRead, messagesText, mfaButton, policy } from '~/core';
import styles from './CodeStep.module.css';
import { maskedEmail, maskedPhone } from './recipient';
import { useCodeStep } from './useCodeStep';
import { useFocusAfterPress } from '~/lib/useFocusAfterPress';

interface CodeStepProps {
  /** A sentence that says which change waits for the code. */
  change: ReactNode;
  /** Codes are sent to the account's email address and phone from before the change. */
  email: string;
  phone: string | null;
  /** Whether codes can go to the phone. */
  textMessages: TextMessages;
  /** Called when the change is made. */
  onConfirmed: (account: Account) => unknown;
  /**
   * Called when the change was refused or no longer waits, whether or not the code was right. The step stays busy until the
   * returned promise resolves.
   */
  onRefused: (error: unknown) => unknown;
  onCancel: () => void;
}

/** Asks for the code that confirms a change (spec A, section 4). The code is never stored. */
export function CodeStep({ change, email, phone, textMessages, onConfirmed, onRefused, onCancel }: CodeStepProps) {
  const { mfa_code_length: length } = policy();
  const id = useId();
  const title = useTitleInFocus();
  const cancel = useFocusAfterPress();
  const field = useRef<HTMLInputElement>(null);
  const isTextOffered = phone !== null && textMessages === 'sent';
  const recipients = { email: maskedEmail(email), sms: maskedPhone(phone ?? '') };
  const step = useCodeStep({ field, recipients, isTextOffered, onConfirmed, onRefused });
  const { state, action, left } = step;
  const missing = left > 0 && action !== 'Submit' ? [`the code of ${length} digits`] : [];
  return (
    <section className={styles.step} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} ref={title} tabIndex={-1} className={styles.title}>
        Confirm it’s you
      </h2>
      <div className={styles.words}>
        <p>{change}</p>
        <p>We send you a code of {length} digits. Enter it here, and you’re done.</p>
      </div>
      <form className={styles.form} onSubmit={step.press} noValidate>
        {isTextOffered ? (
          <RadioGroup
            legend="Where should we send the code?"
            options={[
              { value: 'email', label: `Email to ${recipients.email}` },
              { value: 'sms', label: `Text message to ${recipients.sms}` },
            ]}
            value={step.channel}
            onChange={(chosen) => step.choose(chosen as CodeChannel)}
          />
        ) : (
          <div className={styles.words}>
            <p>
              The code goes to <strong>{recipients.email}</strong>.
            </p>
            {phone !== null && textMessages !== 'none' ? <p>{messagesText(`texts_${textMessages}`)}</p> : null}
          </div>
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
            value={state.code}
            onChange={({ target }) => step.type(target.value)}
            onBlur={ignore}
            ref={(input) => {
              field.current = input as HTMLInputElement | null;
            }}
            message={state.message}
          />
        </div>
        <p className={styles.sent} role="status">
          {state.sentTo !== null && state.progress === 'code_sent' ? (
            `It is on its way to ${state.sentTo}.`
          ) : (
            <span className="unseen">{state.isSpoken ? state.message : null}</span>
          )}
        </p>
        {state.failure.length > 0 ? (
          <Banner tone="fault">
            {state.failure.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </Banner>
        ) : null}
        <div className={styles.actions}>
          <Button type="submit" busy={step.busy} busyLabel="One moment..." missing={missing}>
            {action}
          </Button>
          <Button ref={cancel} variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
        <div className={styles.again}>
          {left > 0 ? (
            <p>Didn’t get it? You can request another code in {left} seconds.</p>
          ) : state.sentTo !== null && action === 'Submit' ? (
            <Button variant="quiet" onClick={step.request}>
              {mfaButton('')}
            </Button>
          ) : null}
        </div>
      </form>
    </section>
  );
}

/** Moves the focus to the title, because the form that had it is gone. */
function useTitleInFocus() {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
    title.current?.scrollIntoView({ block: 'center' });
  }, []);
  return title;
}

const ignore = () => undefined;
