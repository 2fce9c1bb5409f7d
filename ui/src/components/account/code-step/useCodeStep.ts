import { type FormEvent, type RefObject, useReducer } from 'react';
import { type CodeChannel, useConfirmChange, useRequestCode } from '~/api/account/mfa';
import type { Account } from '~/api/schema.gen';
import { dismissFailures, showError, showFailure, showSuccess } from '~/components/feedback/Toaster';
import { messagesText, mfaButton, policy } from '~/core';
import { codeFailure, codeReducer, requestFailure, untried } from './codeStepModel';
import { useCountdown } from './useCountdown';

interface CodeStepInput {
  /** The field of the code. */
  field: RefObject<HTMLInputElement | null>;
  /** The masked recipients of codes. */
  recipients: Readonly<Record<CodeChannel, string>>;
  /** Whether codes can go to the phone. */
  isTextOffered: boolean;
  onConfirmed: (account: Account) => unknown;
  onRefused: (error: unknown) => unknown;
}

/** Requests a code, and confirms the change with it. */
export function useCodeStep({ field, recipients, isTextOffered, onConfirmed, onRefused }: CodeStepInput) {
  const requestCode = useRequestCode();
  const confirm = useConfirmChange();
  const { left, start } = useCountdown(policy().mfa_resend_seconds);
  const [state, dispatch] = useReducer(codeReducer, untried);
  const channel = isTextOffered ? state.channel : 'email';
  const busy = requestCode.isPending || confirm.isPending || state.isRefused;
  const action = mfaButton(state.code);

  const beginTry = () => {
    dispatch({ type: 'tried' });
    dismissFailures();
  };
  const showAtField = (type: 'code_wrong' | 'code_ended') => {
    dispatch({ type, isSpoken: document.activeElement === field.current });
    field.current?.focus();
  };

  const request = async () => {
    if (busy || left > 0) return;
    beginTry();
    try {
      await requestCode.mutateAsync(channel);
    } catch (error) {
      const failed = requestFailure(error);
      if (failed.kind === 'nothing_waits') {
        onRefused(error);
        return;
      }
      const isTold = failed.kind === 'told';
      dispatch({
        type: 'request_failed',
        isTextRefused: isTold && failed.isTextRefused,
        failure: isTold ? [...failed.toasts, ...failed.why] : [],
      });
      if (isTold) showToasts(failed.toasts);
      else showFailure(error);
      return;
    }
    dispatch({ type: 'code_sent', to: recipients[channel] });
    showSuccess(messagesText('mfa_code_sent'));
    start();
    field.current?.focus();
  };

  const refuse = async (error: unknown) => {
    const failed = codeFailure(error);
    if (failed.kind === 'wrong') {
      showAtField('code_wrong');
    } else if (failed.kind === 'ended') {
      // The toast that a code was sent no longer holds.
      dismissFailures();
      showAtField('code_ended');
    } else if (failed.kind === 'change_refused') {
      dispatch({ type: 'change_refused', isRefused: true });
      await onRefused(error);
      dispatch({ type: 'change_refused', isRefused: false });
    } else {
      showToasts(failed.toasts);
      dispatch({ type: 'failed', failure: failed.toasts });
    }
  };
  const submit = async () => {
    if (busy) return;
    beginTry();
    let account: Account;
    try {
      account = await confirm.mutateAsync(() => ({ mfa_type: channel, mfa_code: state.code }));
    } catch (error) {
      await refuse(error);
      return;
    }
    dispatch({ type: 'accepted' });
    await onConfirmed(account);
  };

  return {
    state,
    channel,
    busy,
    /** The label of the button, which says what a press does. */
    action,
    /** The seconds until another code can be requested. */
    left,
    choose: (chosen: CodeChannel) => dispatch({ type: 'channel_chosen', channel: chosen }),
    type: (code: string) => dispatch({ type: 'typed', code }),
    request: () => void request(),
    press: (event: FormEvent) => {
      event.preventDefault();
      void (action === 'Submit' ? submit() : request());
    },
  };
}

/** Shows toasts that are not read out, because the step reads out the same texts. */
function showToasts(toasts: readonly string[]): void {
  for (const text of toasts) showError(text, { spoken: false });
}
